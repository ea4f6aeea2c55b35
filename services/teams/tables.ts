/** All teams and projects of a hackathon as CSV, streamed while they are read. */
import { answerCell, csv, csvFile, type Cell } from '../../shared/base/csv.ts';
import { instant } from '../../shared/base/instant.ts';
import { own } from '../../shared/contract/answers.ts';
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

export const exportTeams: Action<'teams.exportTeams'> = async ({ db, resource: { id } }) => {
  const content = await streamSnapshot(db, (snapshot) => csv(teamHeader, everyMember(snapshot, id), teamLine));
  return csvFile(`${await slugOf(db, id)}-teams.csv`, content);
};

export const exportProjects: Action<'teams.exportProjects'> = async ({ db, resource: { id } }) => {
  const content = await streamSnapshot(db, async (snapshot) => {
    const asked = questionColumns(await askedOnTracks(snapshot, id));
    const header = [...projectHeader, ...asked.map(({ label }) => label)];
    return csv(header, everyProject(snapshot, id), (project) => [
      ...projectLine(project),
      ...asked.map((column) => answerIn(column, project)),
    ]);
  });
  return csvFile(`${await slugOf(db, id)}-projects.csv`, content);
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

const teamHeader = ['Team', 'Track', 'Role', 'Name', 'Email', 'Problem', 'Table'];
const teamLine = ({ team, track, role, name, email, problem, table }: TeamLine): Cell[] => [
  ...[team, track, role, name, email, problem, table],
];

const projectHeader = [
  ...[
    'Title',
    'Team',
    'Track',
    'Members',
    'Emails',
    'Schools',
    'Description',
    'Links',
    'Video',
    'Built With',
    'Prizes',
  ],
  ...['Submitted At', 'Late By Minutes', 'Table'],
];
const projectLine = ({ late_by_ms, ...project }: ExportedProject): Cell[] => [
  ...[project.title, project.team, project.track, several(project.members), several(project.emails)],
  several(project.schools),
  ...[project.description, several(project.links), project.video_url, several(project.built_with)],
  ...[several(project.prizes), instant(project.submitted_at)],
  { number: late_by_ms === null ? null : String(Math.ceil(late_by_ms / 60_000)) },
  project.table,
];

const several = (texts: readonly string[]) => texts.join('; ');
