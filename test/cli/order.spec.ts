/** Rows made by one event file are listed in its order, whatever the order in which the people were created. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme } from './acme.ts';
import { ask, written } from './command.ts';

let world: World;
let olga: ReturnType<World['as']>;
const names = ['olga', 'judy', 'adam', 'newbie', 'zoe', 'bob'];
const email = (name: string) => `${name}@acme.test`;

beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  const line = (name: string, rest: string) => `    - { email: ${email(name)}, name: ${name}, ${rest} }`;
  const members = names.map((name) => line(name, name === 'olga' ? 'role: OWNER' : 'role: MEMBER'));
  const users = [...names].sort().map((name) => line(name, 'onboarded: true'));
  const roles = names.map((name) => `\n          - { email: ${email(name)}, role: MENTOR }`);
  const people = { members: `\n${members.join('\n')}`, users: `\n${users.join('\n')}`, roles: roles.join('') };
  const { answer } = await ask(apply, { file: written(acme(people)) });
  olga = world.as({ id: answer.users[email('olga')] } as Parameters<World['as']>[0], answer.organization);
});
afterAll(() => world.close());

describe('A list of rows from one event file', () => {
  it('is listed in the order of the file: members', async () => {
    const { members } = (await olga.get('/organizations/acme/members')).body.data;
    expect(members.map((member: { email: string }) => member.email)).toEqual(names.map(email));
  });

  it('is listed in the order of the file: roles', async () => {
    const { roles } = (await olga.get('/events/ai/roles')).body.data;
    expect(roles.map((role: { name: string }) => role.name)).toEqual(names);
  });

  it('is listed in the order of the file: participants', async () => {
    const { registrations } = (await olga.get('/events/ai/registrations')).body.data;
    const listed = registrations.map((registration: { name: string }) => registration.name);
    expect(listed).toEqual(['Pia One', 'Paul Two', 'Pam Three']);
  });
});
