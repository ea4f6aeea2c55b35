/** Decides who may register. Refusals are in the order of the interface. */
import type { Refusal } from '../../shared/contract/errors.ts';
import {
  registrationStatuses,
  type DecidedStatus,
  type FieldType,
  type RegistrationStatus,
} from '../../shared/contract/vocabulary.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';

interface Former {
  /** The person's existing row, if any. */
  readonly former_id: string | null;
  readonly former_status: RegistrationStatus | null;
}
interface ParentState {
  readonly id: string;
  readonly status: RegistrationStatus;
}

/** Tells whether a registration has ended in a way that allows to register again. */
export const isOut = (status: RegistrationStatus) => status === 'rejected' || status === 'cancelled';
/** The statuses that `isOut` names. */
export const out: readonly RegistrationStatus[] = registrationStatuses.filter(isOut);

/** Returns the id of a registration that exists and is not cancelled. */
const stillThere = ({ former_id, former_status }: Former) => former_status !== 'cancelled' && former_id;

const withoutParent: FieldProblem = {
  field: 'super_event_registration_id',
  code: 'required',
  message: 'super_event_registration_id is required',
};

/**
 * Decides about an application; returns the refusal, if any.
 * @param problems The problems of the answers.
 */
export function decideApplication(
  form: Former & { readonly is_closed: boolean; readonly closed_track_ids: readonly string[] },
  problems: readonly FieldProblem[],
): Refusal<'VALIDATION_FAILED' | 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED'> | undefined {
  const registration_id = stillThere(form);
  if (registration_id) return ['ALREADY_REGISTERED', { registration_id }];
  if (problems.length > 0) return ['VALIDATION_FAILED', { errors: problems }];
  return form.is_closed || form.closed_track_ids.length > 0 ? ['REGISTRATION_CLOSED'] : undefined;
}

/**
 * Decides about a registration on a track.
 * @param problems The problems of the answers.
 * @returns The parent to register under, or the refusal.
 */
export function decideRegistration(
  form: Former & { readonly is_open: boolean; readonly parent: ParentState | null },
  problems: readonly FieldProblem[],
  { namesParent }: { namesParent: boolean },
):
  | { parent: ParentState }
  | { refused: Refusal<'VALIDATION_FAILED' | 'NOT_FOUND' | 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED'> } {
  const registration_id = stillThere(form);
  if (registration_id) return { refused: ['ALREADY_REGISTERED', { registration_id }] };
  const errors = namesParent ? problems : [withoutParent, ...problems];
  if (errors.length > 0) return { refused: ['VALIDATION_FAILED', { errors }] };
  if (!form.parent) return { refused: ['NOT_FOUND'] };
  return form.is_open ? { parent: form.parent } : { refused: ['REGISTRATION_CLOSED'] };
}

/** Problems of a member that names tracks. */
export const foreignTracks = (
  field: 'track_ids' | 'interested_track_ids',
  given: readonly string[],
  unknown: readonly string[],
): FieldProblem[] =>
  given
    .filter((id) => unknown.includes(id))
    .map((id) => ({
      field,
      code: 'unknownTrack',
      message: `${field} names ${id}, which is no track of this hackathon`,
    }));

/** The problem of an application that does not agree to the texts of the hackathon. */
export const missingConsent = (texts: readonly string[], consent = false): FieldProblem[] =>
  texts.length === 0 || consent
    ? []
    : [{ field: 'consent', code: 'required', message: `consent has to be true, to ${texts.join(' and ')}` }];

interface Deciding {
  readonly status: DecidedStatus;
  readonly ids?: unknown;
  readonly filter?: unknown;
  readonly track_ids?: unknown;
  readonly confirm_by?: unknown;
}

/** Problems of a decision about many that concern several members. */
export function misplaced({ status, ids, filter, ...ways }: Deciding): FieldProblem[] {
  const problem = (field: string, message: string) => ({ field, code: 'decision', message: `${field} ${message}` });
  const whom =
    (ids === undefined) === (filter === undefined) ? [problem('ids', 'or filter is needed, and not both')] : [];
  const onlyAccepted = (['track_ids', 'confirm_by'] as const).filter(
    (name) => status !== 'accepted' && ways[name] !== undefined,
  );
  return [...whom, ...onlyAccepted.map((name) => problem(name, 'goes with the status accepted alone'))];
}

/** Of those who say that they will come, where nothing is known of an earlier hackathon. */
const usualShare = 0.75;

/** The forecast: the number of these people who will come, by the shares of an earlier hackathon. */
export function expectedOf(
  people: number,
  former: { readonly meant: number; readonly came: number } | null,
): { expected: number; share: number } {
  const share = former && former.meant > 0 ? former.came / former.meant : usualShare;
  return { expected: Math.round(people * share), share };
}

/** Answers of these types lead to the person. */
const personalTypes: readonly FieldType[] = ['email', 'phone', 'url', 'file'];
const personalWords = /\bname\b|surname|e-?mail|phone|\baddress\b|school|college|universit|hochschule|institution/i;

/** Tells whether the answer to a question says who somebody is or where they study, which blind reviews leave out. */
export const isIdentifying = (field: {
  readonly key: string | null;
  readonly label: string;
  readonly field_type: FieldType;
}) =>
  personalTypes.includes(field.field_type) || personalWords.test(`${field.key?.replaceAll('_', ' ')} ${field.label}`);
