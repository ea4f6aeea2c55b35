/** Counts the statements that services send. */
import { jest } from '@jest/globals';
import pg from 'pg';

/**
 * Statements of the kit besides guard, write key and audit: looking up a key, checking a new connection, sealing and
 * queueing a letter, and waiting letters with the looks of their hackathon.
 */
const ofKit =
  /pg_database|api_key|as is_inside|write_key|insert into audit|published\.(mail_key|send_letter|looks)|_queue/;

const isCounted = (text: string) => !/^\s*(begin|commit|rollback|set|start|fetch|close)\b|set_config/i.test(text);

/** Jobs and timers run while others are counted. Jobs have connections of their own; the timers of registrations do not. */
const ofTimers = /update of r skip locked|as lapsing/;
const isOfJob = (client: pg.Client) =>
  (client as unknown as Connected).connectionParameters.application_name?.endsWith(' jobs') === true;
interface Connected {
  readonly connectionParameters: { readonly application_name?: string };
}

/**
 * Returns the statements that services of this process sent during the work, without those of jobs and timers, begin,
 * commit and fetches from a cursor. A call that the gateway repeats, because its answer is late, asks the same with the
 * same values, and is counted once.
 */
export async function statementsOf<T>(work: () => Promise<T>) {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = spy.mock.calls.map(([query, values], at) => ({
      text: String((query as unknown as { text?: string }).text ?? query),
      values: JSON.stringify((query as unknown as { values?: unknown }).values ?? values),
      client: spy.mock.contexts[at] as pg.Client,
    }));
    const counted = sent.filter(({ text, client }) => isCounted(text) && !ofTimers.test(text) && !isOfJob(client));
    const texts = [...new Map(counted.map(({ text, values }) => [`${text} ${values}`, text])).values()];
    return { result, texts, own: texts.filter((text) => !ofKit.test(text)) };
  } finally {
    spy.mockRestore();
  }
}
