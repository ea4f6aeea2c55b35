/**
 * Decides line by line what an import does, as onboarding decides about one person: an account that can be enrolled is enrolled,
 * anybody else invited. Pure functions.
 */
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { LineCode, lineStatuses } from '../../../shared/contract/imports.ts';
import type { Line } from './lines.ts';

export interface ImportCircumstances {
  readonly is_paid: boolean;
  /** Registration is closed on every track, or the hackathon is outside its times of registration. */
  readonly is_closed: boolean;
  readonly max_participants: number | null;
  readonly accepted: number;
  readonly track_ids: readonly string[];
}
/** Somebody with an address of the table, as far as is known. */
export interface Known {
  readonly email: string;
  /** Null if nobody has the address. */
  readonly user_id: string | null;
  /** They have a confirmed address and a name. */
  readonly is_onboarded: boolean;
  readonly status: RegistrationStatus | null;
  readonly accepted_on: readonly string[];
  readonly is_invited: boolean;
  readonly invited_on: readonly string[];
}
export interface LineVerdict {
  readonly line: Line;
  readonly status: (typeof lineStatuses)[number];
  /** Of a refusal. */
  readonly code?: LineCode;
  /** Further tracks: of an enrolled person on which they are accepted, of an invited one on which they will be. */
  readonly track_ids: readonly string[];
}

/** @param around Null where the hackathon was deleted. */
export function decideLines(
  lines: readonly Line[],
  known: readonly Known[],
  around: ImportCircumstances | null,
): LineVerdict[] {
  const people = new Map(known.map((each) => [each.email, new Standing(each)]));
  let left = around?.max_participants == null ? Infinity : around.max_participants - around.accepted;
  return lines.map((line) => {
    const standing = people.get(line.email);
    if (line.code || !around || !standing) return refused(line, line.code ?? 'NOT_FOUND');
    const wanted = line.track_ids.filter((id) => around.track_ids.includes(id));
    if (standing.has(wanted)) return { line, status: 'unchanged', track_ids: [] };
    const refusal = refusalOf(around) ?? (standing.needsPlace && left <= 0 ? 'MAX_PARTICIPANTS_REACHED' : undefined);
    if (refusal) return refused(line, refusal);
    if (standing.takesSeat) left--;
    return { line, ...standing.join(wanted.length > 0 ? wanted : onlyOne(around.track_ids)) };
  });
}

const refused = (line: Line, code: LineCode): LineVerdict => ({ line, status: 'refused', code, track_ids: [] });

/** Without a word on it people come to the only track there is; of several they choose themselves. */
const onlyOne = (tracks: readonly string[]) => (tracks.length === 1 ? tracks : []);

/** Refusals are in the order of onboarding. */
function refusalOf({ is_paid, is_closed, track_ids }: ImportCircumstances): LineCode | undefined {
  if (!is_paid) return 'EVENT_NOT_PAID';
  if (track_ids.length === 0) return 'NO_TRACKS';
  return is_closed ? 'REGISTRATION_CLOSED' : undefined;
}

/** How a person stands after the lines before. */
class Standing {
  readonly #canEnroll: boolean;
  readonly #tracks: Set<string>;
  #isIn: boolean;
  #isAccepted: boolean;

  constructor({ user_id, is_onboarded, status, accepted_on, is_invited, invited_on }: Known) {
    this.#isAccepted = status === 'accepted';
    this.#canEnroll = this.#isAccepted || (!is_invited && user_id !== null && is_onboarded);
    this.#isIn = this.#isAccepted || is_invited;
    this.#tracks = new Set(this.#isAccepted ? accepted_on : invited_on);
  }

  /** They are accepted or invited, and on these tracks. */
  has(tracks: readonly string[]): boolean {
    return this.#isIn && tracks.every((id) => this.#tracks.has(id));
  }

  /** Nobody is invited to where there is no seat, though the invitation takes none. */
  get needsPlace(): boolean {
    return !this.#isIn;
  }

  get takesSeat(): boolean {
    return this.#canEnroll && !this.#isAccepted;
  }

  join(tracks: readonly string[]): Pick<LineVerdict, 'status' | 'track_ids'> {
    const track_ids = tracks.filter((id) => !this.#tracks.has(id));
    for (const id of track_ids) this.#tracks.add(id);
    [this.#isIn, this.#isAccepted] = [true, this.#canEnroll];
    return { status: this.#canEnroll ? 'enrolled' : 'invited', track_ids };
  }
}
