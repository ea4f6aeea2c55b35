/** Prints the accepted people, for check-in on paper. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { inDatabase } from '../database.ts';
import { organizationOrFail } from '../named.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { table } from '../../shared/base/words.ts';

interface DoorListOptions {
  org: string;
  event: string;
  track?: string | undefined;
  tokens?: boolean | undefined;
}
interface Admitted {
  readonly name: string;
  readonly email: string;
  /** Null for the hackathon as a whole. */
  readonly track: string | null;
  readonly token: string;
}

/** Minimum length of a code; it grows until all codes differ. */
const shortest = 6;

/** Prints all accepted people by name, each with a code that is short enough to write down. */
export function doorList(
  { org, event, track, tokens = false }: DoorListOptions,
  output: CommandOutput,
): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const organization_id = await organizationOrFail(db, org);
    const everybody = await admittedTo(db, organization_id, event);
    // Over all people, so that the lists of all tracks have the same codes.
    const length = codeLength(everybody.map(({ token }) => token));
    const admitted = everybody.filter((one) => track === undefined || one.track === track);
    if (admitted.length === 0) throw new CommandFailure(nobody(event, track), 'Are slugs right, and people accepted?');
    const list = admitted.map((one) => ({ ...one, code: one.token.slice(0, length) }));
    const rows = list.map(({ name, email, track: on, code, token }) => [
      ...['[ ]', name, email, on ?? '-', code],
      ...(tokens ? [token] : []),
    ]);
    const heading = ['CAME', 'NAME', 'ADDRESS', 'TRACK', 'CODE', ...(tokens ? ['TOKEN'] : [])];
    output.answer({ admitted: list }, table([heading, ...rows]));
    if (tokens) output.say('A token checks its person in: keep this list secret, and print one without tokens.');
    return exitCodes.done;
  });
}

async function admittedTo(db: EntityManager, organization_id: string, event: string): Promise<Admitted[]> {
  const { rows } = await sql<Admitted>`
    select p.name, p.email, t.slug as track, k.checkin_token as token
      from published.super_events s
      join published.checkin_tokens k on k.super_event_id = s.id and k.status = 'accepted'
      join published.people p on p.id = k.user_id
      left join published.tracks t on t.id = k.event_id
     where s.organization_id = ${organization_id} and s.slug = ${event}
     order by p.name_key, p.email, t.slug nulls first`.execute(db.getKysely());
  return rows;
}

const nobody = (event: string, track: string | undefined) =>
  `Nobody is accepted ${track === undefined ? `in ${event}` : `on ${track} of ${event}`}.`;

function codeLength(tokens: readonly string[]): number {
  let length = shortest;
  while (new Set(tokens.map((token) => token.slice(0, length))).size < tokens.length) length++;
  return length;
}
