/** Importing a table of people: the plan, the import, and its progress. */
import { startsJob, deadline, queued, textBody } from './concerns.ts';
import { get, internal, may, post } from './endpoint.ts';
import { t } from './schema.ts';

/** Bytes of a table as CSV; as JSON, in which quotes and ends of lines are longer, it has twice as many. */
export const maxTableBytes = 5_242_880;
/** People and columns of a table, and characters of a heading. */
export const [maxTableRows, maxTableColumns, headingLength] = [10_000, 300, 1_000] as const;
/** Maximum number of problems in a plan. */
export const problemsAtMost = 1_000;

/** The meanings of a column; `field:<id>` is the answer to a question. */
export const columnMeanings = ['email', 'first_name', 'last_name', 'track', 'ignore'] as const;

const cell = t.nullable(t.anyOf(t.string(), t.number(), t.boolean()));
const mapping = t.optional(t.mapOf(t.string({ max: 100 })));
/** A body in JSON: rows under their columns, or a CSV as a text. */
export const tableInJson = {
  columns: t.optional(t.array(t.string(), { min: 1, max: maxTableColumns })),
  rows: t.optional(t.array(t.array(cell), { max: maxTableRows })),
  csv: t.optional(t.string({ min: 1, max: maxTableBytes })),
  mapping,
};

/** As it is sent. It reaches the service in parts, before, and is named by its hash: `csv:<sha256>` or `json:<sha256>`. */
const table = t.anyOf(t.string({ min: 1 }), t.object(tableInJson));

export const lineStatuses = ['enrolled', 'invited', 'unchanged', 'refused'] as const;
export const lineCodes = [
  'INVALID_EMAIL',
  'INVALID_TRACK',
  'NOT_ACCEPTED',
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'EVENT_NOT_PAID',
  'NO_TRACKS',
  'REGISTRATION_CLOSED',
  'MAX_PARTICIPANTS_REACHED',
] as const;
export type LineCode = (typeof lineCodes)[number];

const kept = { by: 'registrations.keepTable', inJson: tableInJson };
const bringIn = {
  access: may('administer', 'super_event', 'slug'),
  params: { slug: t.reference(), table },
  with: [textBody('table', maxTableBytes, 'text/csv', kept), deadline(30_000), queued()],
  example: { table: 'Email,First Name,Track\nada@example.org,Ada,AI\n' },
  errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
  unit: 'own',
  addition: true,
} as const;

const forms = `The body is CSV with a heading (of commas, semicolons or tabs), or JSON: \`{ "columns": [], "rows": [[]] }\` or \`{ "csv": "" }\`, with a \`mapping\` of columns to what they hold; a column that it does not name holds what it is guessed to. A table has ${maxTableRows.toLocaleString('en')} rows and ${maxTableColumns} columns at most.`;

export const imports = {
  planImport: post('/super-events/:slug/import/plan', {
    ...bringIn,
    summary: 'Say what a table of people would do, and change nothing',
    note: `${forms} \`guess\` is one of ${columnMeanings.map((each) => `\`${each}\``).join(', ')}, or \`field:<id>\` for an answer. \`line\` counts the heading as 1. A line with a problem is refused, as is one whose column \`Status\` says that the person was not accepted, or has not paid: without that column they are brought in.`,
    responses: {
      200: t.object({
        columns: t.array(t.object({ name: t.string(), guess: t.string() })),
        /** How many there are below the heading; empty ones do not count. */
        rows: t.integer(),
        problems: t.array(
          t.object({
            line: t.integer(),
            /** Null for a problem of the whole line. */
            column: t.nullable(t.string()),
            code: t.string(),
            message: t.string(),
          }),
        ),
        would: t.object({ invited: t.integer(), enrolled: t.integer(), unchanged: t.integer() }),
      }),
    },
  }),

  applyImport: post('/super-events/:slug/import/apply', {
    ...bringIn,
    summary: 'Enroll the people of a table, or invite those who have no account; a second time changes nothing',
    note: `${forms} Answers of people who are invited are kept until they accept; nobody's own answers are overwritten, and nobody is accepted beyond the cap.`,
    with: [...bringIn.with, startsJob('getImport')],
    responses: { 202: t.object({ job: t.object({ id: t.uuid(), status: t.literal('running') }) }) },
  }),

  getImport: get('/super-events/:slug/import/jobs/:jobId', {
    summary: 'Ask how far an import is, and what came of each line',
    access: bringIn.access,
    params: { slug: t.reference(), jobId: t.id() },
    responses: {
      200: t.object({
        status: t.enum('running', 'done', 'failed'),
        /** All there are, settled or not. */
        rows: t.integer(),
        /** Those that are settled, by their number, which counts the heading as 1. */
        lines: t.array(
          t.object({
            line: t.integer(),
            status: t.enum(...lineStatuses),
            code: t.optional(t.enum(...lineCodes)),
          }),
        ),
        counts: t.object({
          enrolled: t.integer(),
          invited: t.integer(),
          unchanged: t.integer(),
          refused: t.integer(),
        }),
      }),
    },
    errors: ['NOT_FOUND'],
    note: 'It is kept for a day.',
    addition: true,
  }),

  keepTable: internal({
    summary: 'Keep a part of a table that is sent, which is too large for one message, until it is read',
    params: {
      /** The action that is to read it, and the parameters of its path. */
      action: t.string(),
      path: t.mapOf(t.string()),
      sha256: t.string(),
      index: t.integer(),
      count: t.integer(),
      /** Packed, in base64. */
      part: t.string(),
    },
    answer: t.object({ kept: t.literal(true) }),
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'AMBIGUOUS_SLUG'],
    unit: 'own',
  }),
};
