/** All teams and projects of a hackathon as CSV, streamed while they are read. */
import { csv, csvFile, type Cell } from '../../shared/base/csv.ts';
import { instant } from '../../shared/base/instant.ts';
import { streamSnapshot } from '../../shared/database/snapshot.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { everyMember, everyProject, slugOf, type ExportedProject, type TeamLine } from './tables.sql.ts';

export const exportTeams: Action<'teams.exportTeams'> = async ({ db, resource: { id } }) => {
  const content = await streamSnapshot(db, (snapshot) => csv(teamHeader, everyMember(snapshot, id), teamLine));
  return csvFile(`${await slugOf(db, id)}-teams.csv`, content);
};

export const exportProjects: Action<'teams.exportProjects'> = async ({ db, resource: { id } }) => {
  const content = await streamSnapshot(db, (snapshot) => csv(projectHeader, everyProject(snapshot, id), projectLine));
  return csvFile(`${await slugOf(db, id)}-projects.csv`, content);
};

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
