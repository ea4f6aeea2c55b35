/** The temporary hackathon of a load test, with keys for its doors: made by an event file, removed over HTTP. */
import type { WrittenEventFile } from '../../event-file/format/schema.ts';
import { ask, Refused, type Api } from './api.ts';

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}
interface Hackathon {
  readonly slug: string;
  /** Shown at the doors, one for each person. */
  readonly tokens: readonly string[];
  /** Ids of check-in points. */
  readonly doors: readonly string[];
}

/** The first event file of an organization is 300 kB at most. */
const peopleAtOnce = 1_000;
const dayMs = 86_400_000;
const prefix = 'loadtest-';

export const slugOf = (id: string) => prefix + id;

/** Addresses lead nowhere, and are the same each time, so that tests leave no more people behind than one of them had. */
const emailOf = (organization: string, index: number) => `visitor-${index + 1}@${organization}.loadtest.invalid`;

function fileOf({ slug, name }: Organization, event: string, doors: number, people: readonly string[]) {
  const at = (time: number) => new Date(time).toISOString();
  const dates = { start_at: at(Date.now()), end_at: at(Date.now() + dayMs), tz: 'UTC' };
  const door = (_: unknown, index: number) => ({
    ...{ key: `door-${index + 1}`, name: `Door ${index + 1}`, type: 'attendance' as const },
    opens_at: at(Date.now() - dayMs),
    closes_at: at(Date.now() + dayMs),
  });
  const called = `Load test ${event.slice(prefix.length)}`;
  return {
    version: 1,
    organization: { slug, name },
    super_events: [
      {
        ...{ slug: event, name: called, ...dates, status: 'final', visibility: 'private' },
        tracks: [
          {
            slug: event,
            name: called,
            ...dates,
            mode: 'onsite',
            status: 'final',
            checkin_points: Array.from({ length: doors }, door),
          },
        ],
        participants: people.map((email) => ({
          ...{
            email,
            name: `Visitor ${email.slice('visitor-'.length, email.indexOf('@'))}`,
            status: 'accepted' as const,
          },
          registrations: [{ track: event, status: 'accepted' as const }],
        })),
      },
    ],
  } satisfies WrittenEventFile;
}

interface Applied {
  super_events: Record<
    string,
    {
      tracks: Record<string, { checkin_points: Record<string, string> }>;
      participants: Record<string, { registrations: Record<string, { checkin_token: string } | null> }>;
    }
  >;
}

/** Applies an event file. */
export type Apply = (file: WrittenEventFile) => Promise<Applied>;

interface Wanted {
  readonly organization: Organization;
  readonly slug: string;
  readonly people: number;
  readonly doors: number;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Its people are made with the first file that names them. */
export async function makeHackathon(
  apply: Apply,
  { organization, slug, people, doors, progress, signal }: Wanted,
): Promise<Hackathon> {
  const emails = Array.from({ length: people }, (_, index) => emailOf(organization.slug, index));
  const [tokens, ids]: [string[], Set<string>] = [[], new Set()];
  for (let start = 0; start < people; start += peopleAtOnce) {
    signal.throwIfAborted();
    progress(`Bringing people, ${start} of ${people}`);
    const body = fileOf(organization, slug, doors, emails.slice(start, start + peopleAtOnce));
    const { super_events } = await apply(body);
    const { tracks, participants } = super_events[slug] as Applied['super_events'][string];
    for (const { registrations } of Object.values(participants)) tokens.push(registrations[slug]?.checkin_token ?? '');
    for (const id of Object.values(tracks[slug]?.checkin_points ?? {})) ids.add(id);
  }
  return { slug, tokens, doors: [...ids] };
}

/** Does nothing where it is gone, or was never made. */
export async function removeHackathon(api: Api, slug: string): Promise<void> {
  await ask(api, `/super-events/${slug}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  });
}

/** How many were recorded at all its doors. */
export async function recordedAt(api: Api, slug: string): Promise<number> {
  const path = `/events/${slug}/checkin-points`;
  const { checkin_points } = await ask<{ checkin_points: { checked_in_count: number }[] }>(api, path);
  return checkin_points.reduce((sum, point) => sum + point.checked_in_count, 0);
}

/** Organizations are found by slug or id. */
export const organizationOf = async (api: Api, slug: string): Promise<Organization> =>
  (await ask<{ organization: Organization }>(api, `/organizations/${slug}`)).organization;

/** Hosts of receivers that are told of all that happens in the organization, and so would be told of every scan. */
export async function receiversOf(api: Api, { id }: Organization): Promise<string[]> {
  const { webhooks } = await ask<{ webhooks: { url: string; status: string; super_event_id: string | null }[] }>(
    api,
    `/organizations/${id}/webhooks`,
  );
  const told = webhooks.filter((each) => each.status === 'active' && each.super_event_id === null);
  return told.map((each) => new URL(each.url).host);
}

export interface Key {
  readonly id: string;
  readonly text: string;
}
interface NeededKeys {
  readonly name: string;
  readonly rate: number;
  readonly seconds: number;
  /** Filled, so that they are known when this ends early. */
  readonly keys: Key[];
}

/** Scans a minute that a key is let, unless the installation says otherwise; some room is left. */
const scansPerKey = 2_500;
const keysAtMost = 20;
/** After this, what could not be removed ends by itself. */
const keyOutlivesTestMs = 15 * 60_000;

/** When keys of a test end that sends scans for so many seconds. */
export const keyEnd = (seconds: number) => new Date(Date.now() + seconds * 1_000 + keyOutlivesTestMs).toISOString();

/** Kiosks have a key each, and each key a limit of its own. */
export async function makeKeys(api: Api, { slug }: Organization, { name, rate, seconds, keys }: NeededKeys) {
  const many = Math.min(keysAtMost, Math.ceil((rate * 60) / scansPerKey));
  const expires_at = keyEnd(seconds);
  for (let number = 1; number <= many; number++) {
    const made = await ask<{ key: string; api_key: { id: string } }>(api, `/organizations/${slug}/keys`, {
      method: 'POST',
      body: { label: `load test ${name}, door ${number}`, expires_at },
    });
    keys.push({ id: made.api_key.id, text: made.key });
  }
}

export const revokeKey = (api: Api, { slug }: Pick<Organization, 'slug'>, { id }: Pick<Key, 'id'>) =>
  ask(api, `/organizations/${slug}/keys/${id}`, { method: 'DELETE' });
