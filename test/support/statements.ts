/** Counts what services ask of their databases. */
import { jest } from '@jest/globals';
import pg from 'pg';

/**
 * Beside the guard, the write key and the audit: looking up a key, whether a new connection is good, what seals a letter
 * and hands it over, and the letters that wait.
 */
const ofKit =
  /pg_database|api_key|as is_inside|write_key|insert into audit|published\.(mail_key|send_letter)|graphile_worker/;

/** The statements that services of this process sent while this ran; begin, commit and reading on from a cursor are none. */
export async function statementsOf<T>(work: () => Promise<T>) {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const sent = spy.mock.calls.map(([query]) => String((query as unknown as { text?: string }).text ?? query));
    const texts = sent.filter((text) => !/^\s*(begin|commit|rollback|set|start|fetch|close)\b|set_config/i.test(text));
    return { result, texts, own: texts.filter((text) => !ofKit.test(text)) };
  } finally {
    spy.mockRestore();
  }
}
