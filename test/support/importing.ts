/** A table of people, brought in by an owner. */
import type { FieldType } from '../../shared/contract/vocabulary.ts';
import type { Answer, Client } from './client.ts';
import type { SuperEvent } from './fixtures.ts';
import type { Stage } from './stage.ts';
import { eventually } from './wire.ts';

const asCsv = { 'Content-Type': 'text/csv' };

/** A text, or its bytes, is CSV; anything else JSON. */
const sent = (api: Client, path: string, table: unknown, headers: Record<string, string> = {}) =>
  api.post(path, table, {
    headers: { ...headers, ...((typeof table === 'string' || Buffer.isBuffer(table)) && asCsv) },
  });

export const plan = (api: Client, hack: SuperEvent, table: unknown) =>
  sent(api, `/super-events/${hack.slug}/import/plan`, table);
export const apply = (api: Client, hack: SuperEvent, table: unknown, headers?: Record<string, string>) =>
  sent(api, `/super-events/${hack.slug}/import/apply`, table, headers);

export interface Outcome {
  readonly status: 'running' | 'done' | 'failed';
  readonly rows: number;
  readonly lines: readonly { readonly line: number; readonly status: string; readonly code?: string }[];
  readonly counts: Readonly<Record<'enrolled' | 'invited' | 'unchanged' | 'refused', number>>;
}

export const pathOf = (begun: Answer): string => new URL(begun.headers.get('location') ?? 'none:').pathname;

/** Waits for the end of what an apply has begun. */
export const outcomeOf = (api: Client, begun: Answer, patience?: number): Promise<Outcome> =>
  eventually(
    async () => (await api.get(pathOf(begun))).body.data as Outcome,
    ({ status }) => status !== 'running',
    patience,
  );

export const brought = async (api: Client, hack: SuperEvent, table: unknown): Promise<Outcome> =>
  outcomeOf(api, await apply(api, hack, table));

/** Has the hackathon ask a question. Returns its id. */
export async function ask(
  { rows }: Pick<Stage, 'rows'>,
  hack: SuperEvent,
  label: string,
  type: FieldType = 'text',
  options: readonly string[] = [],
): Promise<string> {
  const [made] = await rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, options, order_index)
    values (${hack.id}, ${type}, ${label}, ${JSON.stringify(options)}::jsonb,
            (select count(*) from events.registration_field where super_event_id = ${hack.id})) returning id`;
  return made?.id ?? '';
}
