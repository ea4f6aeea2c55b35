/** Reads everything that can be read of a hackathon, as an owner of its organization. */
import { routes } from '../../../shared/contract/index.ts';
import type { Filled } from './filling.ts';

/** The thing that an `:id` names, by the beginning of the path. */
const named: Readonly<Record<string, string>> = {
  ...{ registrations: 'registration', 'super-event-registrations': 'parent', files: 'file', teams: 'team' },
  ...{ submissions: 'submission', assignments: 'assignment', checkins: 'checkin', 'checkin-points': 'point' },
};
/** Streams, pages and assets, which have no rows. */
const skipped = /Page$|^gateway\.|stream|manifest|SignInBy$/i;

/** Returns what was answered, by action. */
export async function readAll({ owner, ids, acme, hack, track }: Filled): Promise<Map<string, string>> {
  const values: Record<string, string> = {
    ...{ orgId: acme.id, orgSlug: acme.id, slug: hack.id, superEventId: hack.id, eventId: track.id },
    ...{ teamId: ids.team ?? '', userId: ids.userId ?? '', field_id: ids.field ?? '', name: 'countries' },
  };
  const answers = new Map<string, string>();
  for (const { action, endpoint } of routes) {
    const { method, path } = endpoint.http!;
    if (method !== 'GET' || skipped.test(action)) continue;
    const kind = path.split('/')[1] ?? '';
    const id = kind === 'super-events' ? hack.id : ids[named[kind] ?? ''];
    const answer = await owner.get(
      path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? id : values[name]) ?? ''),
    );
    if (answer.status === 200) answers.set(action, answer.text);
  }
  return answers;
}
