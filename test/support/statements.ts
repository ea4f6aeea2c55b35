/** Counts the statements that services send. */
import { jest } from '@jest/globals';
import pg from 'pg';

/**
 * Statements of the kit besides guard, write key and audit: looking up a key, checking a new connection, sealing and
 * queueing a letter, and waiting letters.
 */
const ofKit = /pg_database|api_key|as is_inside|write_key|insert into audit|published\.(mail_key|send_letter)|_queue/;

/** Whatever the sender of webhooks asks by itself while something else is counted, in the order of its work. */
const ofSender =
  /with (beating|held|told|tried)\b|worker_id|update of r skip locked|as w \(organization_id|fact_id, tries from delivery/;
const isCounted = (text: string) =>
  !/^\s*(begin|commit|rollback|set|start|fetch|close)\b|set_config/i.test(text) && !ofSender.test(text);

/**
 * Returns the statements that services of this process sent during the work, without begin, commit and fetches from a
 * cursor.
 */
export async function statementsOf<T>(work: () => Promise<T>) {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = spy.mock.calls.map(([query]) => String((query as unknown as { text?: string }).text ?? query));
    const texts = sent.filter(isCounted);
    return { result, texts, own: texts.filter((text) => !ofKit.test(text)) };
  } finally {
    spy.mockRestore();
  }
}
