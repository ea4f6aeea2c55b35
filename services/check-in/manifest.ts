/** What a kiosk takes along for the hour without a network: its points, and who may come in there. */
import { hash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../shared/base/paging.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { groundOf, ticketsOf, type DevicePoint, type Ground, type Ticket } from './queries/manifest.ts';

export const manifest: Action<'check-in.manifest'> = async (ctx) => {
  const device = ctx.viewer.device ?? ctx.fail('PERMISSION_DENIED');
  const ground = await groundOf(ctx.db, device);
  const since = sinceOf(ctx.params.after, ground);
  const { super_event_id } = device;
  const tracks = tracksOf(ground.points);
  const tickets = await ticketsOf(ctx.db, { super_event_id, tracks, since, high: ground.high });
  const good = tickets.filter(({ status }) => status === 'accepted');
  const gone = since === null ? [] : tickets.flatMap(goneWith);
  return {
    super_event: ground.super_event,
    tracks: ground.tracks,
    points: ground.points.map(({ opens_at, closes_at, ...point }) => ({
      ...point,
      opens_at: instant(opens_at),
      closes_at: instant(closes_at),
    })),
    roster: good.map(({ checkin_token, name, event_id }) => {
      return { token_hash: hashOf(checkin_token), name, status: 'accepted' as const, event_id };
    }),
    dropped: gone.map(hashOf),
    whole: since === null,
    next: encodeCursor([nextOf(tickets, since, ground), ground.shape]),
  };
};

/** Null: a point of the whole hackathon takes every token. */
const tracksOf = (points: readonly DevicePoint[]): string[] | null => {
  const tracks = points.map(({ event_id }) => event_id);
  return tracks.includes(null) ? null : [...new Set(tracks as string[])];
};

const goneWith = ({ status, checkin_token, former_tokens }: Ticket): string[] =>
  status === 'accepted' ? [...former_tokens] : [checkin_token, ...former_tokens];

/** As much of the hash as tells tokens apart, and lets nobody have one. */
const hashOf = (token: string): string => hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url');

/** Transactions after which the 32 bits that rows know of theirs say nothing any more, with room to spare. */
const longestMemory = 1n << 30n;

/** Where the device has got to; null where all is to be told anew: its points or the tracks are others, or it has been away. */
function sinceOf(after: string | undefined, { shape, high }: Ground): string | null {
  const [since, known] = after === undefined ? [] : decodeCursor(after);
  if (known !== shape || typeof since !== 'string' || !/^\d{1,18}$/.test(since)) return null;
  const behind = BigInt(high) - BigInt(since);
  return behind >= 0n && behind < longestMemory ? since : null;
}

/**
 * What is told next time: everything of a transaction that was not seen now. That is one still under way, or one after the
 * last that changed anything; so where nothing changes the answer stays the same.
 */
function nextOf(tickets: readonly Ticket[], since: string | null, { low }: Ground): string {
  if (tickets.length === 0) return since ?? low;
  const latest = tickets.reduce((last, { changed }) => (BigInt(changed) > last ? BigInt(changed) : last), 0n);
  return String(latest + 1n < BigInt(low) ? latest + 1n : BigInt(low));
}
