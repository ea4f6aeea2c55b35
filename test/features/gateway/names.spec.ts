/** Names as they are sent, whatever they are of. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

type Here = Hackathon & { readonly team: { readonly id: string } };

let here: Here;
beforeAll(async () => {
  const hackathon = await openHackathon();
  here = { ...hackathon, team: await hackathon.world.team(hackathon.ai, []) };
});
afterAll(() => here.world.close());

type Row = readonly [
  what: string,
  field: string,
  method: 'post' | 'patch',
  path: (here: Here) => string,
  beside?: object,
];

const open = { opens_at: '2020-01-01T00:00:00Z', closes_at: '2040-01-01T00:00:00Z' };
const ofHackathon = (rest: string) => (here: Here) => `/super-events/${here.hack.id}${rest}`;
/** Everything that has a name, the member that it is sent as, where, and with what beside it. */
const named: readonly Row[] = [
  ['a person', 'name', 'patch', () => '/me'],
  ['an organization', 'name', 'patch', ({ acme }) => `/organizations/${acme.id}`],
  ['a hackathon', 'name', 'patch', ofHackathon('')],
  ['a track', 'name', 'patch', ({ web }) => `/events/${web.id}`],
  ['a team', 'name', 'patch', ({ managed, team }) => `${managed}/teams/${team.id}`],
  ['a point', 'name', 'post', ofHackathon('/checkin-points'), open],
  ['a criterion', 'name', 'post', ({ ai }) => `/events/${ai.id}/criteria`, { weight: 0, order_index: 0 }],
  ['a prize', 'name', 'post', ofHackathon('/prizes')],
  ['a sponsor', 'sponsor', 'post', ofHackathon('/prizes'), { name: 'Best of all' }],
  ['a field', 'label', 'post', ofHackathon('/registration-fields'), { field_type: 'text' }],
  ['a key', 'label', 'post', ({ acme }) => `/organizations/${acme.id}/keys`],
];

describe.each(named)('The name of %s', (_what, field, method, path, beside = {}) => {
  const send = async (name: string) =>
    bearer(here.world, await accessTokenOf(here.world, here.olga))[method](path(here), { ...beside, [field]: name });

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
    expect(stored).toContain('"Zo\u00eb \u{1f469}\u200d\u{1f4bb}"');
  });
});

it('The parts of a name in an invitation follow the same rule', async () => {
  const person = { email: 'guest@x.test', firstName: 'Ada\u202e', lastName: 'Root\n' };
  const answer = await here.api.post(`/super-events/${here.hack.id}/participants`, person);
  expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  // A line break at the end is trimmed.
  expect(answer.body.errors).toMatchObject([{ field: 'firstName', code: 'nameCharacters' }]);
});
