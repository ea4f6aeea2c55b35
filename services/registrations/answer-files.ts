/** Files among answers. An answer to a field that takes a file says which one it is. */
import { own } from '../../shared/contract/answers.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { Answers, Field } from './answers.ts';

/** Returns the answer to a file field: the uploaded file, or the stored one if it is named again. */
export function fileFor({ id }: Field, given: Answers, files: readonly StoredFile[] = [], kept: Answers) {
  const came = files.find(({ field_id }) => field_id === id);
  if (came) return fileAnswer(came);
  const present = fileIdOf(own(kept, id));
  return present !== undefined && present === fileIdOf(own(given, id)) ? own(kept, id) : undefined;
}

const fileAnswer = ({ file_id, filename, size, content_type }: StoredFile) => ({
  file_id,
  filename,
  size,
  content_type,
});

/** Returns the id of the file that an answer names; undefined for one that names none. */
export function fileIdOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('file_id' in answer)) return undefined;
  const { file_id } = answer;
  return typeof file_id === 'string' && isUuid(file_id) ? file_id : undefined;
}

/** Returns the ids of the files that answers name. */
export const filesIn = (answers: Answers): string[] =>
  Object.values(answers).flatMap((answer) => fileIdOf(answer) ?? []);

/** Leaves out the answers whose file is the one that these others name for the same field. */
export const withoutFilesOf = (others: Answers, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([id, answer]) => {
      const file = fileIdOf(answer);
      return file === undefined || file !== fileIdOf(own(others, id));
    }),
  );

/** Returns the files for fields that take none. */
export const misplaced = (fields: readonly Field[], files: readonly StoredFile[] = []): FieldProblem[] =>
  files
    .filter(({ field_id }) => !fields.some(({ id, field_type }) => id === field_id && field_type === 'file'))
    .map(({ field_id }) => {
      const field = `file_${field_id}`;
      return { field, code: 'file', message: `${field} names no field that takes a file` };
    });
