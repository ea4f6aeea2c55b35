/**
 * Limits of answers to the questions of a form, checked on pages before anything is sent, and in services. Formats that take a
 * library (addresses, patterns, what a file is) are left to services.
 */
import type { FieldType } from './vocabulary.ts';

export interface Fault {
  readonly code: string;
  /** Without its subject, the question. */
  readonly message: string;
}
export interface Limited {
  readonly field_type: FieldType;
  readonly validation_rules: Readonly<Record<string, unknown>>;
}

/** Returns what is kept under the id of a question; undefined where it is a name that all objects have. */
export const own = <T>(answers: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

export const isEmpty = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0);

/** Tells whether a required answer is missing. A required checkbox has to be ticked, as in HTML. */
export const isMissing = (
  { field_type, is_required }: Pick<Limited, 'field_type'> & { readonly is_required: boolean },
  answer: unknown,
): boolean => isEmpty(answer) || (field_type === 'checkbox' && is_required && answer === false);

/** The fault of a required answer that is missing. */
export const requiredFault: Fault = { code: 'required', message: 'is required' };

/** The faults of texts of another form, by the type of the question. */
export const formFaults: Readonly<Partial<Record<FieldType, Fault>>> = {
  email: { code: 'email', message: 'must be an email address' },
  url: { code: 'httpUrl', message: 'must be an http or https address' },
  date: { code: 'date', message: 'must be a day' },
};

export const tooShort = (least: number): Fault => ({
  ...{ code: 'stringMin', message: `must have at least ${least} characters` },
});

/** A text field with `min` or `max` asks for a number, as a number or in digits. */
export const isNumeric = ({ field_type, validation_rules: { min, max } }: Limited): boolean =>
  field_type === 'text' && (typeof min === 'number' || typeof max === 'number');

/** Returns what is wrong with an answer by the limits of its question: its length, its number, its day, how many are chosen. */
export function limitFaults(field: Limited, answer: unknown): Fault[] {
  if (isNumeric(field)) return numberFaults(field, answer);
  if (Array.isArray(answer)) return bounded(field, answer.length, 'selected');
  return [...lengthFaults(field, answer), ...(field.field_type === 'date' ? dayFaults(field, answer) : [])];
}

function numberFaults(field: Limited, answer: unknown): Fault[] {
  const value = typeof answer === 'string' ? Number(answer) : answer;
  if (typeof value !== 'number' || !Number.isFinite(value)) return [{ code: 'number', message: 'must be a number' }];
  return [...bounded(field, value), ...lengthFaults(field, answer)];
}

function bounded({ validation_rules: { min, max } }: Limited, value: number, unit = ''): Fault[] {
  const phrase = (bound: number) => (unit ? `${bound} ${unit}` : `${bound}`);
  if (typeof min === 'number' && value < min) {
    return [{ code: 'numberMin', message: `must be at least ${phrase(min)}` }];
  }
  if (typeof max === 'number' && value > max) {
    return [{ code: 'numberMax', message: `must be at most ${phrase(max)}` }];
  }
  return [];
}

/** Length counts characters, not UTF-16 units. */
function lengthFaults({ validation_rules: { min_length, max_length } }: Limited, answer: unknown): Fault[] {
  if (typeof answer !== 'string') return [];
  const length = [...answer].length;
  if (typeof min_length === 'number' && length < min_length) {
    return [tooShort(min_length)];
  }
  if (typeof max_length === 'number' && length > max_length) {
    return [{ code: 'stringMax', message: `must have at most ${max_length} characters` }];
  }
  return [];
}

/** Days compare as text. */
function dayFaults({ validation_rules: { min, max } }: Limited, answer: unknown): Fault[] {
  if (typeof answer !== 'string') return [];
  if (typeof min === 'string' && answer < min) return [{ code: 'dateMin', message: `must not be before ${min}` }];
  if (typeof max === 'string' && answer > max) return [{ code: 'dateMax', message: `must not be after ${max}` }];
  return [];
}

const megabyte = 1_048_576;

/** Bytes of one file, where the organizers allow no less, and of all files of one request; at most. */
export const fileBytes = { each: 10 * megabyte, inAll: 25 * megabyte } as const;

/** The accepted types of files with the extensions of each; the first is given to a name without one. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'image/heif': ['.heif', '.heic'],
  'video/mp4': ['.mp4', '.m4v'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt', '.md', '.log'],
};

/**
 * Returns the maximum size of a file in bytes: the product's limit, or the organizers' if that is less.
 * @param max_file_mb As `config_json` has it.
 */
export function largestFile(max_file_mb: unknown): number {
  if (typeof max_file_mb !== 'number' || !(max_file_mb > 0)) return fileBytes.each;
  return Math.min(fileBytes.each, Math.floor(max_file_mb * megabyte));
}

/** Megabytes as people read them: 10, or 0.5. */
export const inMegabytes = (bytes: number): number => Math.round((bytes / megabyte) * 10) / 10;

/** The fault of each file of a request that has too many bytes in all. */
export const filesTooLarge: Fault = {
  code: 'filesMax',
  message: `and the other files must have at most ${inMegabytes(fileBytes.inAll)} MB together`,
};

/**
 * Returns what is wrong with a file by its size.
 * @param most Bytes.
 */
export function sizeFaults(size: number, most: number): Fault[] {
  if (size === 0) return [{ code: 'fileEmpty', message: 'is empty' }];
  return size > most ? [{ code: 'fileMax', message: `must have at most ${inMegabytes(most)} MB` }] : [];
}
