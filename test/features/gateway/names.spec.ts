/** Names as they are sent, whatever they are of. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

type Send = (name: string) => ReturnType<Client['post']>;

/** Everything that has a name, the member that it is sent as, and how it is given one. */
const named: readonly [what: string, field: string, (here: Hackathon) => Send][] = [
  ['a person', 'name', ({ api }) => (name) => api.patch('/me', { name })],
  ['an organization', 'name', ({ api, acme }) => (name) => api.patch(`/organizations/${acme.id}`, { name })],
  ['a hackathon', 'name', ({ api, hack }) => (name) => api.patch(`/super-events/${hack.id}`, { name })],
  ['a track', 'name', ({ api, web }) => (name) => api.patch(`/events/${web.id}`, { name })],
  ['a team', 'name', ({ api, managed, ai }) => (name) => api.post(`${managed}/teams`, { trackId: ai.id, name })],
  ['a point', 'name', ({ api, hack }) => (name) => api.post(`/super-events/${hack.id}/checkin-points`, { ...open, name })],
  ['a criterion', 'name', ({ api, ai }) => (name) => api.post(`/events/${ai.id}/criteria`, { ...weightless, name })],
  ['a prize', 'name', ({ api, hack }) => (name) => api.post(`/super-events/${hack.id}/prizes`, { name })],
  ['a sponsor', 'sponsor', ({ api, hack }) => (sponsor) => api.post(`/super-events/${hack.id}/prizes`, { name: 'Best', sponsor })],
  [
    ...['a field', 'label'] as const,
    ({ api, hack }) =>
      (label) =>
        api.post(`/super-events/${hack.id}/registration-fields`, { field_type: 'text', label }),
  ],
  [
    ...['a device', 'name'] as const,
    ({ api, acme, hack }) =>
      (name) =>
        api.post(`/organizations/${acme.id}/devices`, { kind: 'kiosk', super_event_id: hack.id, name }),
  ],
  [
    ...['an invited person', 'firstName'] as const,
    ({ api, hack }) =>
      (firstName) =>
        api.post(`/super-events/${hack.id}/participants`, { email: `${randomUUID()}@x.test`, firstName }),
  ],
];
const open = { opens_at: '2020-01-01T00:00:00Z', closes_at: '2040-01-01T00:00:00Z' };
const weightless = { weight: 0, order_index: 0 };

describe.each(named)('The name of %s', (_what, field, sender) => {
  const send: Send = (name) => sender(here)(name);

  it.each([
    ['of two lines', 'Ada\n[ ] Root', 'nameCharacters'],
    ['with a command to a terminal', 'Ada \u001b[2J', 'nameCharacters'],
    ['that turns what follows around', 'Ada \u202e', 'nameCharacters'],
    ['that nobody sees', '\u3164\u3164', 'nameBlank'],
  ])('is never one %s', async (_how, name, code) => {
    const answer = await send(name);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([{ field, code, message: expect.stringContaining(field) }]);
  });

  it('has as many characters as people count, and is stored composed', async () => {
    expect((await send('\u{1f389}'.repeat(60))).status).toBeLessThan(300);
    const answer = await send(' Zoe\u0308 \u{1f469}\u200d\u{1f4bb} ');
    expect(answer.status).toBeLessThan(300);
    const stored = JSON.stringify(answer.body.data);
    if (stored.includes('Zo')) expect(stored).toContain('"Zo\u00eb \u{1f469}\u200d\u{1f4bb}"');
  });
});
