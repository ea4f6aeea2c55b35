/** The manifest for a kiosk without a network: its points and the admitted people. */
import { hash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../shared/base/paging.ts';
import { published, type Texts } from '../../shared/contract/languages.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { shownAnswers } from './rules.ts';
import { manifestBaseOf, ticketsOf, type DevicePoint, type ManifestBase, type Ticket } from './manifest.sql.ts';

export const manifest: Action<'check-in.manifest'> = async (ctx) => {
  const device = ctx.viewer.device ?? ctx.fail('PERMISSION_DENIED');
  const ground = await manifestBaseOf(ctx.db, device);
  const { may_search, sees_answers, prints } = device;
  const since = sinceOf(ctx.params.after, ground);
  const { super_event_id } = device;
  const tracks = tracksOf(ground.points);
  const { high } = ground;
  const fields = ground.fields.map(({ id }) => id);
  const tickets = await ticketsOf(ctx.db, { super_event_id, tracks, since, high, fields });
  const good = tickets.filter(({ status }) => status === 'accepted');
  const gone = since === null ? [] : tickets.flatMap(goneWith);
  return {
    super_event: ground.super_event && named(ground.super_event),
    tracks: ground.tracks.map(named),
    points: ground.points.map(({ opens_at, closes_at, ...point }) => ({
      ...point,
      opens_at: instant(opens_at),
      closes_at: instant(closes_at),
    })),
    device: { may_search, sees_answers, prints },
    roster: good.map(({ checkin_token, name, event_id, user_id, registration_id, email, answers }) => ({
      ...{ token_hash: hashOf(checkin_token), name, status: 'accepted' as const, event_id, user_id },
      ...(may_search && { registration_id, email_start: email.slice(0, 3) }),
      ...(sees_answers && { answers: shownAnswers(ground.fields, answers ?? {}) }),
    })),
    dropped: gone.map(hashOf),
    whole: since === null,
    timeline: ground.timeline,
    next: encodeCursor([nextOf(tickets, since, ground), ground.shape, ground.timeline]),
  };
};

const named = <Row extends { readonly name_i18n: Texts | null }>({ name_i18n, ...row }: Row) => ({
  ...row,
  ...published('name_i18n', name_i18n),
});

/** Null: a point of the whole hackathon takes every token. */
const tracksOf = (points: readonly DevicePoint[]): string[] | null => {
  const tracks = points.map(({ event_id }) => event_id);
  return tracks.includes(null) ? null : [...new Set(tracks as string[])];
};

const goneWith = ({ status, checkin_token, former_tokens }: Ticket): string[] =>
  status === 'accepted' ? [...former_tokens] : [checkin_token, ...former_tokens];

/** The first part of the hash: enough to distinguish tokens, and useless for guessing one. */
const hashOf = (token: string): string => hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url');

/** Number of transactions after which the 32 bits stored in rows become ambiguous, with a margin. */
const longestMemory = 1n << 30n;

/**
 * The device's position; null if it needs the whole roster: its points or the tracks changed, a standby took over, or it
 * was offline too long.
 */
function sinceOf(after: string | undefined, { shape, high, timeline }: ManifestBase): string | null {
  const [since, known, history] = after === undefined ? [] : decodeCursor(after);
  if (known !== shape || history !== timeline || typeof since !== 'string' || !/^\d{1,18}$/.test(since)) return null;
  const behind = BigInt(high) - BigInt(since);
  return behind >= 0n && behind < longestMemory ? since : null;
}

/**
 * The position for the next request, before every transaction that this answer may miss: the oldest running one, or the
 * one after the last change. So the answer stays the same while nothing changes.
 */
function nextOf(tickets: readonly Ticket[], since: string | null, { low }: ManifestBase): string {
  if (tickets.length === 0) return since ?? low;
  const latest = tickets.reduce((last, { changed }) => (BigInt(changed) > last ? BigInt(changed) : last), 0n);
  return String(latest + 1n < BigInt(low) ? latest + 1n : BigInt(low));
}
