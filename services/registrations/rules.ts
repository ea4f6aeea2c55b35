/** Who may register, and how large a file may be. The refusals stand in the order in which they are asked. */
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';

type Extras = Record<string, unknown>;
type Refusal<Code extends string> = [code: Code, extras?: Extras];

interface Former {
  /** The person's row there, if they have one already. */
  readonly former_id: string | null;
  readonly former_status: RegistrationStatus | null;
}
interface ParentState {
  readonly id: string;
  readonly status: RegistrationStatus;
}

/** Out of the hackathon, or of a track, but with a way back in. */
export const isOut = (status: RegistrationStatus) => status === 'rejected' || status === 'cancelled';

/** A cancelled place may be taken up again; any other is still there. */
const stillThere = ({ former_id, former_status }: Former) => former_status !== 'cancelled' && former_id;

const withoutParent: FieldProblem = {
  field: 'super_event_registration_id',
  code: 'required',
  message: 'super_event_registration_id is required',
};

export function judgeApplication(
  form: Former & { readonly is_closed: boolean },
  problems: readonly FieldProblem[],
): Refusal<'VALIDATION_FAILED' | 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED'> | undefined {
  if (problems.length > 0) return ['VALIDATION_FAILED', { errors: problems }];
  const registration_id = stillThere(form);
  if (registration_id) return ['ALREADY_REGISTERED', { registration_id }];
  return form.is_closed ? ['REGISTRATION_CLOSED'] : undefined;
}

export function judgeRegistration(
  form: Former & { readonly is_open: boolean; readonly parent: ParentState | null },
  problems: readonly FieldProblem[],
  { namesParent }: { namesParent: boolean },
):
  | { parent: ParentState }
  | { refused: Refusal<'VALIDATION_FAILED' | 'NOT_FOUND' | 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED'> } {
  const errors = namesParent ? problems : [withoutParent, ...problems];
  if (errors.length > 0) return { refused: ['VALIDATION_FAILED', { errors }] };
  if (!form.parent) return { refused: ['NOT_FOUND'] };
  const registration_id = stillThere(form);
  if (registration_id) return { refused: ['ALREADY_REGISTERED', { registration_id }] };
  return form.is_open ? { parent: form.parent } : { refused: ['REGISTRATION_CLOSED'] };
}

const megabyte = 1_048_576;
const largestEver = 10 * megabyte;

/** Bytes of one file at most: the product's limit, or less where organizers ask for less. */
export function largestFile(max_file_mb: unknown): number {
  if (typeof max_file_mb !== 'number' || !(max_file_mb > 0)) return largestEver;
  return Math.min(largestEver, Math.floor(max_file_mb * megabyte));
}
