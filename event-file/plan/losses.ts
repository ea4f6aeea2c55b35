/**
 * Losses of people by an event file: a place that they are accepted for, and with it their seat, their ticket and
 * their team there; or a team, for another. A file wins over what was decided since it was written, so it asks first.
 */
import type { Difference } from '../../shared/database/portable.ts';
import * as kinds from '../kinds.ts';

/** A person and what they would lose, such as `the place in spring-hack (accepted -> pending)`. */
export interface Loss {
  readonly email: string;
  readonly loses: readonly string[];
}
/** The people whose losses were confirmed, by their addresses, or anybody. */
export type ConfirmedLosses = readonly string[] | 'any';

const placed: readonly string[] = [kinds.participants.kind, kinds.registrations.kind];

/** Each person once, in the order of the plan. */
export function lossesOf(differences: readonly Difference[]): Loss[] {
  const found = differences.flatMap((difference) => {
    const loses = lostBy(difference);
    return loses === undefined ? [] : [{ email: emailOf(difference), loses }];
  });
  return [...Map.groupBy(found, ({ email }) => email)].map(([email, all]) => ({
    email,
    loses: all.map(({ loses }) => loses),
  }));
}

function lostBy(difference: Difference): string | undefined {
  const { action, kind, name, fields } = difference;
  if (action !== 'change') return undefined;
  const [former, wanted] = fields['status'] ?? [];
  if (placed.includes(kind) && former === 'accepted' && wanted !== former) {
    const where = name.slice(0, -emailOf(difference).length - 1);
    return `the place in ${where} (accepted -> ${String(wanted)})`;
  }
  const [team] = (kind === kinds.teamMembers.kind && fields['team']) || [];
  return typeof team === 'string' ? `the team ${team}` : undefined;
}

/** A change that follows from another entry is that of a registration, which is named by two slugs and the address. */
const emailOf = ({ wanted, name }: Difference): string =>
  wanted ? String(wanted.entry['email']) : name.split('/').slice(2).join('/');

export const lossInWords = ({ email, loses }: Loss): string => `${email} loses ${loses.join(', ')}`;
