/** A hackathon that is there for one load test: made by an event file, its doors opened, and removed over HTTP. */
import type { WrittenEventFile } from '../../event-file/format/schema.ts';
import { ask, Refused, type Api } from './api.ts';

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}
export interface Ground {
  readonly slug: string;
  /** What people show at the doors. */
  readonly tokens: readonly string[];
  /** Ids of check-in points. */
  readonly doors: readonly string[];
}

/** The first event file of an organization is 300 kB at most. */
const peopleAtOnce = 1_000;
const day = 86_400_000;
const prefix = 'loadtest-';

export const slugOf = (id: string) => prefix + id;

/** Addresses lead nowhere, and are the same each time, so that tests leave no more people behind than one of them had. */
const emailOf = (organization: string, index: number) => `visitor-${index + 1}@${organization}.loadtest.invalid`;

function fileOf({ slug, name }: Organization, event: string, doors: number, people: readonly string[]) {
  const at = (time: number) => new Date(time).toISOString();
  const dates = { start_at: at(Date.now()), end_at: at(Date.now() + day), tz: 'UTC' };
  const door = (_: unknown, index: number) => ({
    ...{ key: `door-${index + 1}`, name: `Door ${index + 1}`, type: 'attendance' as const },
    opens_at: at(Date.now() - day),
    closes_at: at(Date.now() + day),
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
export async function makeGround(
  apply: Apply,
  { organization, slug, people, doors, progress, signal }: Wanted,
): Promise<Ground> {
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
export async function removeGround(api: Api, slug: string): Promise<void> {
  await ask(api, `/super-events/${slug}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  });
}

/** Slugs of hackathons that load tests left, because they were killed. */
export async function leftOf(api: Api, { slug }: Organization): Promise<string[]> {
  const path = `/organizations/${slug}/super-events`;
  const { super_events } = await ask<{ super_events: { slug: string; name: string }[] }>(api, path);
  return super_events.filter((each) => isOurs(each)).map((each) => each.slug);
}

const isOurs = ({ slug, name }: { slug: string; name: string }) =>
  /^loadtest-[0-9a-f]{12}$/.test(slug) && name === `Load test ${slug.slice(prefix.length)}`;

/** How many were recorded at all its doors. */
export async function recordedAt(api: Api, slug: string): Promise<number> {
  const path = `/events/${slug}/checkin-points`;
  const { checkin_points } = await ask<{ checkin_points: { checked_in_count: number }[] }>(api, path);
  return checkin_points.reduce((sum, point) => sum + point.checked_in_count, 0);
}
