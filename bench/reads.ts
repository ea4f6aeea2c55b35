/** The measured reads: single rows, complete short lists, first pages, counts. */
import type { Ground } from './ground.ts';

export interface Read {
  readonly what: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
}

/** Returns the reads of the newest hackathon; people and teams are requested in turn. */
export async function readsOf({ rows }: Ground): Promise<Read[]> {
  const some = 500;
  const [hackathon] = await rows<{ id: string; slug: string; organization: string }>`
    select s.id, s.slug, o.slug as organization from events.super_event s
      join organizations.organization o on o.id = s.organization_id order by s.created_at desc limit 1`;
  const { id = '', slug = '', organization = '' } = hackathon ?? {};
  const ids = async (found: Promise<{ id: string }[]>) => (await found).map((row) => row.id);
  const tracks = await ids(rows`select id from events.track where super_event_id = ${id}`);
  const registrations = await ids(rows`
    select id from registrations.registration where super_event_id = ${id} order by checkin_token limit ${some}`);
  const teams = await ids(rows`select id from teams.team where super_event_id = ${id} order by random() limit ${some}`);
  /** The last segment of the path is replaced by each of these ids. */
  const of = (path: string, named: readonly string[] = [id]): Read => {
    const inHackathon = path.endsWith('/:teamId') ? path.replace(':id', id) : path;
    return { what: `GET ${path}`, paths: named.map((name) => inHackathon.replace(/:\w+/, name)) };
  };
  return [
    of('/registrations/:id', registrations),
    of('/events/:id', tracks),
    of('/super-events/:slug', [slug]),
    of('/organizations/:slug', [organization]),
    of('/teams/:id', teams),
    of('/super-events/:id/team-management/teams/:teamId', teams),
    of('/events/:id/criteria', tracks),
    of('/events/:id/registrations', tracks),
    of('/super-events/:id/registrations'),
    of('/super-events/:id/team-management/builders'),
    of('/super-events/:id/team-management/counts'),
  ];
}
