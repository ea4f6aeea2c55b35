/** The projects of a hackathon by their tables, to walk along and to print. */
import { isRefusal, type Answer } from '../../clients/typescript/src/index.ts';
import { namedBelow, pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { Frame } from '../shared/frame.tsx';
import { Closed, type Project } from '../shared/gallery.tsx';
import { Empty, Show, useLoaded } from '../shared/loaded.tsx';
import { api } from '../shared/session.ts';
import { spoken } from '../shared/spoken.ts';
import { Table, type Column } from '../shared/table.tsx';
import { region } from '../shared/intl.ts';
import { expo } from './texts/en.ts';
import './expo.css';

const slug = namedBelow('/expo/');
/** Projects of one request: a page of them stays below a megabyte. */
const pageSize = 1_000;

type Hackathon = Answer<'teams', 'listProjects'>['hackathon'];
interface Read {
  readonly hackathon: Hackathon;
  readonly projects: readonly Project[];
}

async function read(signal: AbortSignal): Promise<Read> {
  const projects: Project[] = [];
  let hackathon: Hackathon | undefined;
  for await (const page of api.teams.listProjects.pages({ slug, limit: pageSize }, { signal })) {
    hackathon = spoken(page.hackathon);
    projects.push(...spoken(page.projects));
  }
  if (!hackathon) throw new TypeError('A list has one page at least.');
  return { hackathon, projects: projects.toSorted(byTable) };
}

const { compare } = new Intl.Collator(region, { numeric: true });
/** Table 9 before table 10, and teams without a table last, by title as they came. */
function byTable({ table: one }: Project, { table: other }: Project): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compare(one, other);
}

const columns: readonly Column<Project>[] = [
  { name: expo.table, show: ({ table }) => (table === null ? '–' : <strong>{table}</strong>) },
  { name: expo.project, show: ({ title }) => title },
  { name: expo.team, show: ({ team }) => team.name },
  { name: expo.track, show: ({ track }) => track.name },
];

export function Expo() {
  const found = useLoaded(read, []);
  const title = found.data ? expo.titleOf(found.data.hackathon.name) : expo.title;
  return (
    <Frame title={title} width="wide">
      {isRefusal(found.error, 'NOT_FOUND') ? (
        <Closed />
      ) : (
        <>
          <h1>{title}</h1>
          <Show of={found}>{({ projects }) => <List projects={projects} />}</Show>
        </>
      )}
    </Frame>
  );
}

const List = ({ projects }: Pick<Read, 'projects'>) =>
  projects.length === 0 ? (
    <Empty>{expo.noneYet}</Empty>
  ) : (
    <>
      <div class="row unprinted">
        <Button kind="calm" onClick={() => print()}>
          {expo.print}
        </Button>
        <a class="button bare" href={pathOf(`/projects/${slug}`)}>
          {expo.projects}
        </a>
      </div>
      <Table caption={expo.caption} columns={columns} rows={projects} keyOf={({ id }) => id} testId="expo-row" />
    </>
  );
