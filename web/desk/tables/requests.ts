/** Requests for the tables of a hackathon. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';
import { bom, save } from '../parts/save.ts';
import { held } from './texts/en.ts';

export type Status = '' | 'pending' | 'accepted' | 'waitlisted' | 'rejected' | 'cancelled';
export type What = 'people' | 'mlh' | 'mlh_checkins' | 'teams' | 'projects';
export interface Which {
  readonly status: Status;
  readonly track: string;
}

/** Saves a table as CSV. */
export async function download({ id: slug }: Hackathon, what: What, { status, track }: Which): Promise<void> {
  const which = { slug, status: status || undefined, track_id: track || undefined };
  if (what === 'teams') return save(await api.teams.exportTeams({ slug, bom }), 'teams.csv');
  if (what === 'projects') return save(await api.teams.exportProjects({ slug, bom }), 'projects.csv');
  const preset = what === 'people' ? 'plain' : what;
  const file = what === 'mlh_checkins' ? 'checkins.csv' : 'registrations.csv';
  return save(await api.registrations.exportPeople({ ...which, preset, bom }), file);
}

type Field = Answer<'events', 'listFields'>['fields'][number];

/** The questions that ask for a file, and those that are ticked. */
export async function readFileQuestions({ id }: Hackathon, signal: AbortSignal) {
  const { fields } = await api.events.listFields({ superEventId: id }, { signal });
  const of = (type: Field['field_type']) => fields.filter(({ field_type }) => field_type === type);
  return { files: of('file'), consents: of('checkbox') };
}

/** Saves the uploaded files as a zip. */
export async function downloadFiles({ id: slug }: Hackathon, field: string, consent: string, status: Status) {
  const which = { field_id: field || undefined, consent_field_id: consent || undefined, status: status || undefined };
  return save(await api.registrations.exportFiles({ slug, ...which }), 'files.zip');
}

export type Question = Field;
export type Counts = Answer<'registrations', 'countAnswers'>;

const counted: readonly string[] = ['select', 'multiselect', 'radio', 'checkbox', 'choices'];

/** The questions whose answers can be counted. */
export async function readQuestions({ id }: Hackathon, signal: AbortSignal): Promise<readonly Question[]> {
  const { fields } = await api.events.listFields({ superEventId: id }, { signal });
  return fields.filter(({ field_type }) => counted.includes(field_type));
}

export const readCounts = ({ id: slug }: Hackathon, field_id: string, status: Status, signal: AbortSignal) =>
  api.registrations.countAnswers({ slug, field_id, status: status || undefined }, { signal });

export type Plan = Answer<'registrations', 'planImport'>;
export type Column = Plan['columns'][number];
export type Import = Answer<'registrations', 'getImport'>;
interface Table {
  readonly csv: string;
  readonly mapping: Readonly<Record<string, string>>;
}

export const planImport = ({ id: slug }: Hackathon, table: Table): Promise<Plan> =>
  api.registrations.planImport({ slug, table });

/** Returns the id by which it is asked for. */
export const applyImport = async ({ id: slug }: Hackathon, table: Table): Promise<string> =>
  (await api.registrations.applyImport({ slug, table })).job.id;

export const readImport = ({ id: slug }: Hackathon, jobId: string, signal: AbortSignal): Promise<Import> =>
  api.registrations.getImport({ slug, jobId }, { signal });

const fixed = (['ignore', 'email', 'first_name', 'last_name', 'track'] as const).map((value) => ({
  value,
  name: held[value],
}));

/** Everything that a column may hold. */
export async function readHeld({ id }: Hackathon, signal: AbortSignal) {
  const { fields } = await api.events.listFields({ superEventId: id }, { signal });
  const asked = fields.filter(({ field_type }) => field_type !== 'file');
  return [...fixed, ...asked.map((field) => ({ value: `field:${field.id}`, name: held.answer(field.label) }))];
}
