/** Decides who may register, and how large a file may be. Refusals are in the order of the interface. */
import type { Refusal } from '../../shared/contract/errors.ts';
import { registrationStatuses, type RegistrationStatus } from '../../shared/contract/vocabulary.ts';
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
 * @param problems What is wrong with the answers.
 */
export function judgeApplication(
  form: Former & { readonly is_closed: boolean },
  problems: readonly FieldProblem[],
): Refusal<'VALIDATION_FAILED' | 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED'> | undefined {
  const registration_id = stillThere(form);
  if (registration_id) return ['ALREADY_REGISTERED', { registration_id }];
  if (problems.length > 0) return ['VALIDATION_FAILED', { errors: problems }];
  return form.is_closed ? ['REGISTRATION_CLOSED'] : undefined;
}

/**
 * Decides about a registration on a track.
 * @param problems What is wrong with the answers.
 * @returns The parent to register under, or the refusal.
 */
export function judgeRegistration(
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

const megabyte = 1_048_576;
const largestEver = 10 * megabyte;

/** Returns the maximum size of a file in bytes: the product's limit, or the organizers' if that is less. */
export function largestFile(max_file_mb: unknown): number {
  if (typeof max_file_mb !== 'number' || !(max_file_mb > 0)) return largestEver;
  return Math.min(largestEver, Math.floor(max_file_mb * megabyte));
}
