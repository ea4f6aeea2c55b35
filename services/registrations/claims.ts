/**
 * Checks the answers of a request together with its files. Stored answers claim their files and release those they no
 * longer name.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import { isShown } from '../../shared/contract/forms.ts';
import { filesIn } from './answer-files.ts';
import { checkAnswers, type Answers, type Field } from './answers.ts';
import { settleFiles } from './files.sql.ts';

type Asking = Pick<Ctx<{ answers_json?: Answers | undefined }>, 'params' | 'files'>;
interface Form {
  readonly kept: Answers | null;
  /** The answers of the application, below those of a track. */
  readonly below?: Answers | null | undefined;
  readonly fields: readonly Field[];
  /** The answers that change; undefined of those that are given anew. */
  readonly replaced?: Answers;
}

/**
 * Returns the new answers. Given answers replace the stored ones; files alone are added to them. Undefined if there
 * are neither.
 */
export function answersFrom(
  asked: Asking & { params: { answers_json: Answers } },
  form: Form,
  isDemanding: boolean,
): ReturnType<typeof checkAnswers>;
export function answersFrom(
  asked: Asking,
  form: Form,
  isDemanding: boolean,
): ReturnType<typeof checkAnswers> | undefined;
export function answersFrom({ params, files }: Asking, { kept, fields, below, replaced }: Form, isDemanding: boolean) {
  const present = kept ?? {};
  const whole = { ...below, ...present };
  const asBefore = replaced ? present : stillAsked(fields, present, whole);
  const given = params.answers_json ?? (files?.length ? asBefore : undefined);
  return given && checkAnswers(fields, given, { isDemanding, files, kept: present, below: below ?? {}, replaced });
}

/** Leaves out answers to fields that were deleted, which stay in the database, or that are shown no more. */
const stillAsked = (fields: readonly Field[], answers: Answers, whole: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([name]) => fields.some((field) => field.id === name && isShown(field, whole))),
  );

interface Holder {
  readonly id: string;
  readonly user_id: string;
  readonly super_event_id: string;
  /** Null for an application. */
  readonly event_id: string | null;
}

/**
 * Claims and releases files in the transaction that writes the answers. After a rollback the files stay unclaimed and
 * are removed later.
 */
export async function settle(
  ctx: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'db' | 'viewer' | 'files' | 'fail' | 'cleanUpSoon'>,
  { id, user_id, super_event_id, event_id }: Holder,
  { before, after }: { before: Answers | null; after: Answers },
): Promise<void> {
  const received = ctx.files ?? [];
  if (received.length === 0 && filesIn(before ?? {}).length === 0) return;
  const { claimed, released } = await settleFiles(ctx.db, {
    claimed_by: id,
    super_event_id,
    event_id,
    owner_id: user_id,
    viewer_id: ctx.viewer.user_id,
    received: received.map(({ file_id }) => file_id),
    named: filesIn(after),
  });
  if (claimed < received.length) {
    const errors = received.map(({ field_id }) => ({
      field: `file_${field_id}`,
      code: 'fileGone',
      message: `file_${field_id} is not there any more; send it again`,
    }));
    ctx.fail('VALIDATION_FAILED', { errors });
  }
  if (released > 0) ctx.cleanUpSoon();
}
