/** Reads and changes what an organization is connected to. */
import type { Answer, Params } from '../../../../clients/typescript/src/index.ts';
import { writeChanges } from '../../../shared/changes.ts';
import { api } from '../../../shared/session.ts';
import type { Choice } from '../../hackathons.ts';

export type Key = Answer<'identity', 'listKeys'>['api_keys'][number];
export type Webhook = Answer<'webhooks', 'list'>['webhooks'][number];
export type Delivery = Answer<'webhooks', 'listDeliveries'>['deliveries'][number];
export type Outcome = Answer<'webhooks', 'test'>;

/** The webhooks of an organization, and the hackathons that one may be limited to. */
export interface Connected {
  readonly webhooks: readonly Webhook[];
  readonly hackathons: readonly { readonly id: string; readonly name: string }[];
}

export async function readKeys({ organization }: Choice, signal: AbortSignal): Promise<readonly Key[]> {
  return (await api.identity.listKeys({ orgId: organization.id }, { signal })).api_keys;
}

export async function readWebhooks({ organization }: Choice, signal: AbortSignal): Promise<Connected> {
  const [{ webhooks }, { super_events }] = await Promise.all([
    api.webhooks.list({ orgId: organization.id }, { signal }),
    api.events.listSuperEvents({ orgSlug: organization.id }, { signal }),
  ]);
  return { webhooks, hackathons: super_events };
}

/** Those of 30 days, the newest first. */
export async function readDeliveries(id: string, status: Delivery['status'] | '', signal: AbortSignal) {
  const wanted = { id, ...(status && { status }) };
  return (await api.webhooks.listDeliveries(wanted, { signal })).deliveries;
}

/** With the secret that is told once. */
export type MadeWebhook = Answer<'webhooks', 'create'>;
export const addWebhook = (wanted: Params<'webhooks', 'create'>): Promise<MadeWebhook> => api.webhooks.create(wanted);
type Changed = Omit<Params<'webhooks', 'update'>, 'id'>;
export const changeWebhook = (id: string, before: Changed, after: Changed) =>
  writeChanges<Changed>({ before, after, write: (part) => api.webhooks.update({ id, ...part }) });

/** Names a webhook where its whole address is too long to read. */
export const hostOf = ({ url }: Webhook): string => new URL(url).host;
