/** A person's questions and answers: for the hackathon, and for tracks with other answers. */
import type { Answer, MusterError } from '../../../clients/typescript/src/index.ts';
import { isShown } from '../../../shared/contract/forms.ts';
import { isSame } from '../../shared/changes.ts';
import { api } from '../../shared/session.ts';
import { wrongWith } from '../../shared/sending.ts';
import { answerOf, spoken } from '../../shared/spoken.ts';
import type { Card } from '../places.ts';
import { answers as texts } from './texts/en.ts';

export type Question = Answer<'events', 'listFields'>['fields'][number];
export type Given = Readonly<Record<string, unknown>>;

export interface Sheet {
  /** Of the place in the hackathon, or of the one on the track. */
  readonly id: string;
  /** The hackathon whose form it is. */
  readonly hackathon: string;
  /** Name of the track whose answers these are; null for those of the application. */
  readonly track: string | null;
  readonly fields: readonly Question[];
  readonly given: Given;
  /** Answers in words, in the order of the questions, then those to deleted questions. */
  readonly answered: readonly { readonly id: string; readonly question: string; readonly answer: string }[];
  /** Only as long as nobody has decided. */
  readonly mayChange: boolean;
}

export async function readSheets({ hackathon, parent, places }: Card, signal: AbortSignal): Promise<Sheet[]> {
  const tracks = places.flatMap(({ id, event, status }) => (event ? [{ id, name: event.name, status }] : []));
  const [{ fields }, { super_event_registration: applied }, ...registered] = await Promise.all([
    api.events.listFields({ superEventId: hackathon.id }, { signal }),
    api.registrations.getParent({ id: parent.id }, { signal }),
    ...tracks.map(({ id }) => api.registrations.get({ id }, { signal })),
  ]);
  const asked = spoken(fields).toSorted((one, other) => one.order_index - other.order_index);
  const sheet = (id: string, track: string | null, given: Given, status: string): Sheet => ({
    ...{
      id,
      hackathon: hackathon.id,
      track,
      given,
      fields: asked,
      answered: inOrder(asked, given),
      mayChange: status === 'pending',
    },
  });
  const application = sheet(parent.id, null, applied.answers_json, applied.status);
  const others = tracks.flatMap(({ id, name, status }, place) => {
    const own = (registered[place]?.registration.answers_json ?? {}) as Given;
    return JSON.stringify(own) === JSON.stringify(application.given) ? [] : [sheet(id, name, own, status)];
  });
  const isSaidOnTracks = application.answered.length === 0 && others.length > 0;
  return isSaidOnTracks ? others : [application, ...others];
}

function inOrder(fields: readonly Question[], given: Given): Sheet['answered'] {
  const known = fields
    .filter(({ id }) => id in given)
    .map((field) => {
      return { id: field.id, question: field.label, answer: inWords(answerOf(field, given[field.id])) };
    });
  const former = Object.keys(given).filter((id) => !fields.some((field) => field.id === id));
  return [...known, ...former.map((id) => ({ id, question: texts.former, answer: inWords(given[id]) }))];
}

export function inWords(answer: unknown): string {
  if (answer === null || answer === undefined || answer === '') return '–';
  if (typeof answer === 'boolean') return answer ? texts.yes : texts.no;
  if (Array.isArray(answer)) return answer.map(inWords).join(', ');
  if (typeof answer === 'object') return 'filename' in answer ? String(answer.filename) : JSON.stringify(answer);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

/** The answers of a sheet as the service has them now. */
async function readGiven({ id, track }: Sheet): Promise<Given> {
  if (track === null) return (await api.registrations.getParent({ id })).super_event_registration.answers_json;
  return (await api.registrations.get({ id })).registration.answers_json ?? {};
}

/** Changes the answers that were touched, into those that there are now. Those to questions that are not shown beside them are left out. */
export async function writeSheet(sheet: Sheet, given: Given): Promise<void> {
  const touched = Object.fromEntries(Object.entries(given).filter(([id, value]) => !isSame(sheet.given[id], value)));
  if (Object.keys(touched).length === 0) return;
  const { id, track, fields } = sheet;
  const all = { ...(await readGiven(sheet)), ...touched };
  const shown = fields.filter((field) => isShown(field, all)).map((field) => [field.id, all[field.id]] as const);
  const files = Object.fromEntries(shown.filter((entry): entry is [string, File] => entry[1] instanceof File));
  const answers = shown.filter(([, answer]) => answer !== undefined && !(answer instanceof File));
  const change = { id, answers_json: Object.fromEntries(answers), ...(Object.keys(files).length > 0 && { files }) };
  await (track === null ? api.registrations.updateParent(change) : api.registrations.updateAnswers(change));
}

/** The error in the answer to one field. */
export const faultOf = (error: MusterError | undefined, fieldId: string): string | undefined =>
  wrongWith(error, `answers_json.${fieldId}`) ?? wrongWith(error, `file_${fieldId}`);
