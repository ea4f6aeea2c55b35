/** All people of a hackathon: as streamed CSV, their files as a zip, and counts of answers. */
import { instant } from '../../shared/base/instant.ts';
import { answerCell, type Cell, csvFile } from '../../shared/base/csv.ts';
import {
  type AskedField,
  type TablePerson,
  countAnswers as countIn,
  deletedFieldsOf,
  everyPerson,
  fieldsOf,
  filesOf,
  isTrackOf,
  peopleAndTracks,
  slugOf,
} from './tables.sql.ts';
import { schoolQuestion } from '../../shared/contract/people-tables.ts';
import { choiceTypes } from '../../shared/contract/vocabulary.ts';
import { streamSnapshot } from '../../shared/database/snapshot.ts';
import { chosenColumns, inColumns, type Column } from '../../shared/kit/columns.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { namesInArchive } from './files/filename.ts';

// The columns of the table of people: fixed ones, then one for each question; or those that MLH asks for.

type PeopleColumn = Column<TablePerson>;

const checkedInAt: PeopleColumn = { heading: 'Checked In At', cell: ({ checked_in_at }) => instant(checked_in_at) };

const fixed: readonly PeopleColumn[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Email', cell: ({ email }) => email },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Confirmed At', cell: ({ confirmed_at }) => instant(confirmed_at) },
  { heading: 'Track', cell: ({ track }) => track },
  { heading: 'Track Status', cell: ({ track_status }) => track_status },
  { heading: 'Team', cell: ({ team }) => team },
  checkedInAt,
  { heading: 'Applied At', cell: ({ applied_at }) => instant(applied_at) },
];

const answerTo =
  ({ id }: Pick<AskedField, 'id'>) =>
  ({ answers_json }: TablePerson): Cell =>
    answerCell(answers_json[id]);

export const plainColumns = (
  fields: readonly AskedField[],
  deleted: readonly Pick<AskedField, 'id' | 'label'>[] = [],
): readonly PeopleColumn[] => [
  ...fixed,
  ...[...fields, ...deleted].map((field) => ({ heading: field.label, cell: answerTo(field) })),
];

const firstWord = ({ name }: TablePerson) => name.split(' ')[0] ?? null;
const otherWords = ({ name }: TablePerson) => name.split(' ').slice(1).join(' ');

/** A box that was left out is not ticked, so that each consent is Yes or No. */
const consentTo =
  ({ id }: AskedField) =>
  ({ answers_json }: TablePerson): Cell =>
    answerCell(answers_json[id] ?? false);

interface AskedByMlh {
  readonly heading: string;
  /** Each is in the key, or each in the label, of the question that asks it. */
  readonly asked?: RegExp | readonly RegExp[];
  /** Where nothing asks it. */
  readonly else?: PeopleColumn['cell'];
  readonly isConsent?: true;
}
const askedByMlh: readonly AskedByMlh[] = [
  { heading: 'First Name', asked: /^(first|given)[ _-]?name/i, else: firstWord },
  { heading: 'Last Name', asked: /^(last|family|sur)[ _-]?name/i, else: otherWords },
  { heading: 'Age', asked: /^(your )?age\b/i },
  { heading: 'Email', else: ({ email }) => email },
  { heading: 'Phone Number', asked: /\b(phone|mobile)/i },
  { heading: 'School', asked: schoolQuestion },
  { heading: 'Level of Study', asked: /\blevel[ _-]of[ _-]study/i },
  { heading: 'Country of Residence', asked: /\bcountry/i },
  { heading: 'LinkedIn URL', asked: /linked ?in/i, else: ({ linkedin_url }) => linkedin_url },
  {
    heading: 'MLH Code of Conduct',
    asked: [/\bmlh(\b|_)/i, /conduct|^mlh_code/i],
    isConsent: true,
  },
  {
    heading: 'MLH Privacy Policy',
    asked: [/\bmlh(\b|_)/i, /privacy|shar|data/i],
    isConsent: true,
  },
  {
    heading: 'MLH Emails',
    asked: [/\bmlh(\b|_)/i, /e-?mail|^mlh_(mail|news)/i],
    isConsent: true,
  },
];

/** The same question answers one heading: the first that it fits. */
export function mlhColumns(fields: readonly AskedField[]): readonly PeopleColumn[] {
  const left = [...fields];
  const asked = askedByMlh.map(({ heading, asked: words = [], isConsent, else: otherwise = () => null }) => {
    const all = [words].flat();
    const asks = (text: string) => all.length > 0 && all.every((each) => each.test(text));
    const index = left.findIndex(({ key, label }) => asks(label) || (key !== null && asks(key)));
    const [field] = index < 0 ? [] : left.splice(index, 1);
    if (!field) return { heading, cell: otherwise };
    return { heading, cell: isConsent ? consentTo(field) : answerTo(field) };
  });
  return [...asked, { heading: 'Checked In', cell: ({ checked_in_at }) => (checked_in_at ? 'Yes' : 'No') }];
}

const columnsOf = {
  plain: plainColumns,
  mlh: mlhColumns,
  mlh_checkins: (fields: readonly AskedField[]) => [...mlhColumns(fields), checkedInAt],
};

export const exportPeople: Action<'registrations.exportPeople'> = async (ctx) => {
  const { db, resource, params } = ctx;
  const { status, track_id, preset } = params;
  if (track_id !== undefined && !(await isTrackOf(db, resource.id, track_id))) return ctx.fail('NOT_FOUND');
  const fields = await fieldsOf(db, resource.id);
  const deleted = preset === 'plain' ? await deletedFieldsOf(db, resource.id) : [];
  const chosen = chosenColumns(columnsOf[preset](fields, deleted), params.columns);
  if (!chosen.columns) return ctx.fail('VALIDATION_FAILED', chosen);
  const which = { super_event_id: resource.id, status, track_id, onlyArrived: preset === 'mlh_checkins' };
  const content = await streamSnapshot(db, (snapshot) => {
    const people = preset === 'plain' ? peopleAndTracks(snapshot, which) : everyPerson(snapshot, which);
    return inColumns(chosen.columns, people);
  });
  const what = which.onlyArrived ? 'checkins' : 'registrations';
  return csvFile(`${await slugOf(db, resource.id)}-${what}.csv`, content);
};

export const exportFiles: Action<'registrations.exportFiles'> = async (ctx) => {
  const { db, resource, params } = ctx;
  const { field_id, consent_field_id, status } = params;
  const fields = await fieldsOf(db, resource.id);
  const fieldOf = (id: string) => fields.find((field) => field.id === id) ?? ctx.fail('NOT_FOUND');
  const expected = [
    ['field_id', field_id, 'file', 'does not ask for a file'],
    ['consent_field_id', consent_field_id, 'checkbox', 'is not ticked'],
  ] as const;
  const errors = expected.flatMap(([name, id, type, words]) => {
    const field = id === undefined ? undefined : fieldOf(id);
    return !field || field.field_type === type ? [] : [ofAnotherType(name, field.label, words)];
  });
  if (errors.length > 0) return ctx.fail('VALIDATION_FAILED', { errors });
  const found = await filesOf(db, { super_event_id: resource.id, status, field_id, consent_field_id });
  const paths = namesInArchive(found);
  const files = found.map(({ filename, ...file }, index) => ({ ...file, path: paths[index] ?? filename }));
  return { super_event_id: resource.id, filename: `${await slugOf(db, resource.id)}-files.zip`, files };
};

const ofAnotherType = (field: string, label: string, words: string) => ({
  field,
  code: 'fieldType',
  message: `${label} ${words}`,
});

export const countAnswers: Action<'registrations.countAnswers'> = async (ctx) => {
  const { db, resource, params } = ctx;
  const field = (await fieldsOf(db, resource.id)).find(({ id }) => id === params.field_id) ?? ctx.fail('NOT_FOUND');
  const isTicked = field.field_type === 'checkbox';
  if (!isTicked && !choiceTypes.includes(field.field_type)) {
    const words = 'is not chosen from anything, so its answers are not counted';
    return ctx.fail('VALIDATION_FAILED', { errors: [ofAnotherType('field_id', field.label, words)] });
  }
  const { counts, ...rest } = await countIn(db, {
    super_event_id: resource.id,
    status: params.status,
    field_id: field.id,
  });
  const options = isTicked ? ['true', 'false'] : field.options;
  const unchosen = options.filter((option) => !counts.some(({ value }) => value === option));
  return { counts: [...counts, ...unchosen.map((value) => ({ value, count: 0 }))], ...rest };
};
