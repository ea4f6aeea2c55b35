/** Hackathons whose tables are saved. */
import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { FieldType } from '../../shared/contract/vocabulary.ts';
import type { Client } from './client.ts';
import type { Organization, SuperEvent } from './fixtures.ts';
import { ask } from './importing.ts';
import type { World } from './world.ts';

interface Desk {
  readonly world: World;
  readonly acme: Organization;
  /** Of an admin. */
  readonly api: Client;
}

/** The steps of a spec at its desk, which is there before any of them is called. */
export const tablesAt = (desk: () => Desk) => ({
  /** A hackathon of two tracks. */
  hackathon: async () => {
    const { world, acme } = desk();
    const hack = await world.superEvent(acme);
    return { hack, web: await world.track(hack, { name: 'Web' }), games: await world.track(hack, { name: 'Games' }) };
  },
  ask: (hack: SuperEvent, label: string, type?: FieldType, options?: readonly string[]) =>
    ask(desk().world, hack, label, type, options),
  /** Somebody's application has these answers. */
  applied: (parent: string, answers: object) => desk().world.rows`
    update registrations.super_event_registration set answers_json = ${JSON.stringify(answers)}::jsonb where id = ${parent}`,
  saved: async (path: string): Promise<string[][]> => {
    const answer = await desk().api.get(path);
    expect(answer.status).toBe(200);
    return parse(answer.text, { record_delimiter: '\r\n' });
  },
});
