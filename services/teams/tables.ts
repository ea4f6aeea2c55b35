/** All teams and projects of a hackathon as CSV, streamed while they are read. */
import { answerCell, csvFile, type Cell } from '../../shared/base/csv.ts';
import { instant } from '../../shared/base/instant.ts';
import { own } from '../../shared/contract/answers.ts';
import { chosenColumns, inColumns, type Column } from '../../shared/kit/columns.ts';
import { questionsOf } from '../../shared/kit/questions.ts';
import { streamSnapshot } from '../../shared/database/snapshot.ts';
import type { Action } from '../../shared/kit/implement.ts';
import {
  askedOnTracks,
  everyMember,
  everyProject,
  slugOf,
  type AskingTrack,
  type ExportedProject,
  type TeamLine,
} from './tables.sql.ts';

export const exportTeams: Action<'teams.exportTeams'> = async (ctx) => {
  const { db, resource, params } = ctx;
  const chosen = chosenColumns(teamColumns, params.columns);
  if (!chosen.columns) return ctx.fail('VALIDATION_FAILED', chosen);
  const content = await streamSnapshot(db, (snapshot) => inColumns(chosen.columns, everyMember(snapshot, resource.id)));
  return csvFile(`${await slugOf(db, resource.id)}-teams.csv`, content);
};

export const exportProjects: Action<'teams.exportProjects'> = async (ctx) => {
  const { db, resource, params } = ctx;
  const asked = questionColumns(await askedOnTracks(db, resource.id));
  const answers = asked.map((question) => ({
    heading: question.label,
    cell: (project: ExportedProject) => answerIn(question, project),
  }));
  const chosen = chosenColumns([...projectColumns, ...answers], params.columns);
  if (!chosen.columns) return ctx.fail('VALIDATION_FAILED', chosen);
  const content = await streamSnapshot(db, (snapshot) =>
    inColumns(chosen.columns, everyProject(snapshot, resource.id)),
  );
  return csvFile(`${await slugOf(db, resource.id)}-projects.csv`, content);
};

interface QuestionColumn {
  readonly label: string;
  /** Ids of the question, by tracks. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * A column for each question of the tracks to their projects. Several tracks that ask the same share one, and two questions of one
 * track never do.
 */
function questionColumns(tracks: readonly AskingTrack[]): QuestionColumn[] {
  const asked = tracks.flatMap(({ id: track, questions }) =>
    [...Map.groupBy(questionsOf(questions), ({ label }) => label)].flatMap(([label, same]) =>
      same.map(({ id }, nth) => ({ label, track, id, column: `${nth} ${label}` })),
    ),
  );
  return [...Map.groupBy(asked, ({ column }) => column).values()].flatMap(([first, ...others]) =>
    first ? [{ label: first.label, ids: new Map([first, ...others].map(({ id, track }) => [track, id])) }] : [],
  );
}

function answerIn({ ids }: QuestionColumn, { event_id, answers_json }: ExportedProject): Cell {
  const id = ids.get(event_id);
  return id === undefined ? null : answerCell(own(answers_json, id));
}

const teamColumns: readonly Column<TeamLine>[] = [
  { heading: 'Team', cell: ({ team }) => team },
  { heading: 'Track', cell: ({ track }) => track },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ email }) => email },
  { heading: 'Problem', cell: ({ problem }) => problem },
  { heading: 'Table', cell: ({ table }) => table },
];

const several = (texts: readonly string[]) => texts.join('; ');
/** Begun minutes. */
const minutes = (ms: number | null) => ({ number: ms === null ? null : String(Math.ceil(ms / 60_000)) });

const projectColumns: readonly Column<ExportedProject>[] = [
  { heading: 'Title', cell: ({ title }) => title },
  { heading: 'Team', cell: ({ team }) => team },
  { heading: 'Track', cell: ({ track }) => track },
  { heading: 'Members', cell: ({ members }) => several(members) },
  { heading: 'Emails', cell: ({ emails }) => several(emails) },
  { heading: 'Schools', cell: ({ schools }) => several(schools) },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Links', cell: ({ links }) => several(links) },
  { heading: 'Video', cell: ({ video_url }) => video_url },
  { heading: 'Built With', cell: ({ built_with }) => several(built_with) },
  { heading: 'Prizes', cell: ({ prizes }) => several(prizes) },
  { heading: 'Submitted At', cell: ({ submitted_at }) => instant(submitted_at) },
  { heading: 'Late By Minutes', cell: ({ late_by_ms }) => minutes(late_by_ms) },
  { heading: 'Table', cell: ({ table }) => table },
];
