import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Moleculer, { type ServiceBroker } from 'moleculer';
import { brokerOptions } from '../../moleculer.config.ts';
import { eventsMissed, eventHandlers, sendEvents } from '../../shared/bus/events.ts';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import { readConfig } from '../../shared/process/config.ts';

describe('Events in a process without a bus', () => {
  let broker: ServiceBroker;
  let ended: string[];
  let facts: string[];
  beforeAll(async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none', LOG_LEVEL: 'silent' });
    broker = new Moleculer.ServiceBroker(brokerOptions(config));
    broker.createService({
      name: 'follower',
      events: eventHandlers({
        'access-ended': ({ id }) => void ended.push(id),
        facts: ({ organization_id }) => void facts.push(organization_id),
        [eventsMissed]: () => undefined,
      }),
    });
    await broker.start();
  });
  beforeEach(() => {
    [ended, facts] = [[], []];
  });
  afterAll(() => broker.stop());

  it('are heard before anything else goes on, however many come at once', () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    sendEvents(
      broker,
      ids.map((id): BusEvent => ['access-ended', { id }]),
    );
    expect(ended).toEqual(ids);
  });

  it('stand for the facts of a tenth of a second, and one more for those that came since', async () => {
    const happensIn = (organization_id: string) => sendEvents(broker, [['facts', { organization_id }]]);
    for (let n = 0; n < 50; n++) happensIn('busy');
    happensIn('quiet');
    expect(facts).toEqual(['busy', 'quiet']);
    await pause(350);
    expect(facts).toEqual(['busy', 'quiet', 'busy']);
  });
});
