/** Asks about the questions of a hackathon, and changes them. */
import type { Answer, Params } from '../../../../clients/typescript/src/index.ts';
import type { Texts } from '../../../../shared/contract/languages.ts';
import { isSame, writeChanges } from '../../../shared/changes.ts';
import { api } from '../../../shared/session.ts';
import { readSuperEvent } from '../requests.ts';

export type Question = Answer<'events', 'listFields'>['fields'][number];
export type Wanted = Omit<Params<'events', 'addField'>, 'superEventId'>;
export type ChoiceList = Answer<'events', 'listLists'>['lists'][number];
export interface Section {
  readonly title: string;
  readonly title_i18n?: Texts;
  readonly field_ids: readonly string[];
}
export interface FormFound {
  readonly questions: readonly Question[];
  readonly sections: readonly Section[];
  readonly config: Readonly<Record<string, unknown>>;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export async function readForm(id: string, signal?: AbortSignal): Promise<FormFound> {
  const [{ fields }, { config_json }] = await Promise.all([
    api.events.listFields({ superEventId: id }, signal && { signal }),
    readSuperEvent({ id }, signal),
  ]);
  const sections = recordOf(recordOf(config_json)['form'])['sections'];
  return { questions: fields, sections: Array.isArray(sections) ? (sections as Section[]) : [], config: config_json };
}

export const addQuestion = (hackathon: string, wanted: Wanted) =>
  api.events.addField({ superEventId: hackathon, ...wanted });
export const placeQuestion = (id: string, order_index: number) => api.events.updateField({ id, order_index });
/** Texts in other languages are written as a whole, into those that there are now; a condition is one thing. */
export const changeQuestion = (hackathon: string, id: string, before: Wanted, after: Wanted) =>
  writeChanges({
    ...{ before, after },
    read: async () => {
      const { fields } = await api.events.listFields({ superEventId: hackathon });
      return { ...fields.find((field) => field.id === id), show_if: null };
    },
    write: (part) => api.events.updateField({ id, ...part }),
  });
export const deleteQuestion = (id: string) => api.events.deleteField({ id });

/** @param former As they were when the person began to change them. */
export async function saveSections(
  id: string,
  former: readonly Section[],
  sections: readonly Section[],
): Promise<void> {
  if (isSame(former, sections)) return;
  const { config } = await readForm(id);
  const form = {
    ...recordOf(config['form']),
    sections: sections.map((each) => ({ ...each, field_ids: [...each.field_ids] })),
  };
  await api.events.updateSuperEvent({ id, config_json: { ...config, form } });
}

/** Lists that selects can choose from, beside all countries. */
export async function readLists(orgId: string, signal: AbortSignal): Promise<readonly ChoiceList[]> {
  return (await api.events.listLists({ orgId }, { signal })).lists;
}

/** Adds questions one after the other, behind those that are there; conditions among them follow to the new ones. */
export async function addAll(
  hackathon: string,
  all: readonly (Wanted & { readonly id?: string })[],
  next: number,
): Promise<void> {
  const ids = new Map<string, string>();
  for (const [index, { id, show_if, ...wanted }] of all.entries()) {
    const field_id = show_if && ids.get(show_if.field_id);
    const added = await addQuestion(hackathon, {
      ...wanted,
      order_index: next + index,
      ...(show_if && field_id && { show_if: { ...show_if, field_id } }),
    });
    if (id) ids.set(id, added.id);
  }
}
