import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { ask, brought, plan } from '../../support/importing.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let api: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  api = world.as(await world.member(acme, 'ADMIN'), acme);
});
afterAll(() => world.close());

let hack: SuperEvent;
let web: Track;
beforeEach(async () => {
  hack = await world.superEvent(acme);
  web = await world.track(hack, { name: 'Web' });
});

const planned = async (table: unknown) => {
  const answer = await plan(api, hack, table);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.data;
};
const guessed = async (headings: string) => {
  const { columns } = await planned(`${headings}\n`);
  return columns.map(({ guess }: { guess: string }) => guess);
};
const problemsOf = async (table: unknown) =>
  (await planned(table)).problems.map(({ message, ...problem }: { message: string }) => {
    expect(message).toMatch(/\.$/);
    return problem;
  });

describe('The headings of', () => {
  it('pretix are recognised: whole names, and the address of who comes before that of who paid', async () => {
    expect(
      await guessed(
        'Order code,Email,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email',
      ),
    ).toEqual(['ignore', 'ignore', 'first_name', 'ignore', 'ignore', 'email']);
  });

  it('Google Forms are recognised, with the questions of the hackathon by their labels', async () => {
    const shirt = await ask(world, hack, 'T-shirt size?', 'select', ['S', 'M']);
    expect(await guessed('Timestamp,Email Address,First name,Surname,t-shirt size,Other')).toEqual([
      ...['ignore', 'email', 'first_name', 'last_name', `field:${shirt}`, 'ignore'],
    ]);
    expect(await guessed('Zeitstempel;E-Mail-Adresse;Vorname;Nachname')).toEqual([
      ...['ignore', 'email', 'first_name', 'last_name'],
    ]);
  });

  it('Devpost are recognised', async () => {
    expect(await guessed('"First Name","Last Name","Email","Screen Name","Registered At"')).toEqual([
      ...['first_name', 'last_name', 'email', 'ignore', 'ignore'],
    ]);
  });

  it('our own tables are recognised: everything but what follows from elsewhere', async () => {
    const [shirt, cv] = [await ask(world, hack, 'Shirt'), await ask(world, hack, 'CV', 'file')];
    const ada = await world.person({ name: 'Ada' });
    await world.registered(ada, web);
    const { text } = await api.get(`/super-events/${hack.slug}/registrations/csv`);
    const { columns, rows, would, problems } = await planned(text);
    expect(columns.map(({ guess }: { guess: string }) => guess)).toEqual([
      ...['first_name', 'email', 'ignore', 'ignore', 'track'],
      ...['ignore', 'ignore', 'ignore', 'ignore', `field:${shirt}`, 'ignore'],
    ]);
    expect(columns.at(-1)).toEqual({ name: 'CV', guess: 'ignore' });
    expect(cv).not.toBe('');
    expect({ rows, would, problems }).toEqual({
      rows: 1,
      would: { invited: 0, enrolled: 0, unchanged: 1 },
      problems: [],
    });
  });

  it('anything are told apart where they are alike or empty', async () => {
    const { columns } = await planned('Email,Email,,Note\na@muster.test,b@muster.test,,\n');
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Email', 'Email (2)', 'Column 3', 'Note']);
  });
});

describe('The plan of a table', () => {
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    [ada, bob] = [await world.person(), await world.person()];
    await world.registered(bob, web);
  });

  it('is told in numbers, and nothing of it is done', async () => {
    const table = `Email,Track\n${ada.email},Web\n\n${bob.email},Web\n new@MUSTER.test ,\n`;
    expect(await planned(table)).toMatchObject({
      rows: 3,
      problems: [],
      would: { invited: 1, enrolled: 1, unchanged: 1 },
    });
    const [{ people } = { people: -1 }] = await world.rows<{ people: number }>`
      select (select count(*) from registrations.super_event_registration where super_event_id = ${hack.id})::int
             + (select count(*) from onboarding.invite where super_event_id = ${hack.id})::int as people`;
    expect(people).toBe(1);
  });

  it('is the same as JSON, with rows or a CSV in it', async () => {
    const would = { invited: 1, enrolled: 1, unchanged: 0 };
    const rows = [
      [ada.email, 1],
      ['new@muster.test', null],
    ];
    expect(await planned({ columns: ['Email', 'Number'], rows })).toMatchObject({ rows: 2, would });
    expect(await planned({ csv: `Email;Note\n${ada.email};"a;b\nc"\nnew@muster.test\n` })).toMatchObject({
      rows: 2,
      would,
    });
  });

  it('follows what a column is said to hold', async () => {
    const table = { columns: ['Contact', 'Email'], rows: [[ada.email, 'x']] };
    const mapping = { Contact: 'email', Email: 'ignore' };
    expect(await planned({ ...table, mapping })).toMatchObject({
      columns: [
        { name: 'Contact', guess: 'email' },
        { name: 'Email', guess: 'ignore' },
      ],
      would: { enrolled: 1 },
    });
  });

  it('knows how many seats there are', async () => {
    await world.rows`update events.super_event set max_participants = 2 where id = ${hack.id}`;
    await world.rows`insert into registrations.seat (super_event_id, accepted) values (${hack.id}, 1)
                     on conflict (super_event_id) do update set accepted = 1`;
    const cleo = await world.person();
    const table = `Email\n${ada.email}\n${cleo.email}\nnew@muster.test\n${bob.email}\n`;
    const { would, problems } = await planned(table);
    expect(would).toEqual({ invited: 0, enrolled: 1, unchanged: 1 });
    const full = { column: null, code: 'MAX_PARTICIPANTS_REACHED', message: 'The hackathon is full.' };
    expect(problems).toEqual([
      { line: 3, ...full },
      { line: 4, ...full },
    ]);
  });

  it.each([
    ['EVENT_NOT_PAID', () => world.rows`update events.super_event set payment_status = 'unpaid' where id = ${hack.id}`],
    ['REGISTRATION_CLOSED', () => world.rows`update events.track set registration = 'closed' where id = ${web.id}`],
    ['NO_TRACKS', () => world.rows`update events.track set deleted_at = now() where id = ${web.id}`],
  ])('is nothing for newcomers where onboarding says %s', async (code, spoil) => {
    await spoil();
    const { would, problems } = await planned(`Email\n${ada.email}\n${bob.email}\n`);
    expect(would).toEqual({ invited: 0, enrolled: 0, unchanged: 1 });
    expect(problems).toEqual([expect.objectContaining({ line: 2, code })]);
  });
});

describe('A problem names its line, which counts the heading as 1, and its column', () => {
  it('of an address, a name, a track', async () => {
    const long = 'x'.repeat(101);
    const table = `Email,First Name,Track\nada,Ada,Web\n,Ada,Web\nada@muster.test,${long},Web\nbob@muster.test,Bob,"Web; Games"\neve@muster.test,"Eve\u202e",Web\n`;
    expect(await problemsOf(table)).toEqual([
      { line: 2, column: 'Email', code: 'email' },
      { line: 3, column: 'Email', code: 'email' },
      { line: 4, column: 'First Name', code: 'stringMax' },
      { line: 5, column: 'Track', code: 'unknownTrack' },
      { line: 6, column: 'First Name', code: 'nameCharacters' },
    ]);
  });

  it('of an answer, by the rules of its question', async () => {
    await ask(world, hack, 'Shirt', 'select', ['S', 'M']);
    await ask(world, hack, 'Sure', 'checkbox');
    await ask(world, hack, 'Born', 'date');
    await ask(world, hack, 'Site', 'url');
    const table = `Email,Shirt,Sure,Born,Site\na@muster.test,XL,maybe,31.12.2000,home\n`;
    expect(await problemsOf(table)).toEqual([
      { line: 2, column: 'Shirt', code: 'enumValue' },
      { line: 2, column: 'Sure', code: 'boolean' },
      { line: 2, column: 'Born', code: expect.any(String) },
      { line: 2, column: 'Site', code: expect.any(String) },
    ]);
  });

  it('of a status that says no, in our own table of everybody as in that of pretix, unless the column is left out', async () => {
    const other = await world.superEvent(acme);
    const people = await Promise.all(
      (['accepted', 'pending', 'waitlisted', 'rejected', 'cancelled'] as const).map(async (status) => {
        const person = await world.person();
        await world.applied(person, other, status);
        return { ...person, status };
      }),
    );
    const { text } = await api.get(`/super-events/${other.slug}/registrations/csv`);
    const { would, problems } = await planned(text);
    expect(would).toEqual({ invited: 0, enrolled: 1, unchanged: 0 });
    const statuses: string[] = problems.map(
      ({ message }: { message: string }) => /^Status says (\w+);/.exec(message)?.[1],
    );
    expect(statuses.toSorted()).toEqual(['cancelled', 'pending', 'rejected', 'waitlisted']);
    expect(problems).toEqual(statuses.map(() => expect.objectContaining({ column: 'Status', code: 'notAccepted' })));
    const emails = people.map(({ email }) => email).join('\n');
    expect((await planned(`Email\n${emails}\n`)).would).toMatchObject({ enrolled: 5 });

    const orders =
      'Order code,Status,Attendee email\nA,paid,a@muster.test\nB,canceled,b@muster.test\nC,expired,c@muster.test\n';
    expect(await problemsOf(orders)).toEqual([
      { line: 3, column: 'Status', code: 'notAccepted' },
      { line: 4, column: 'Status', code: 'notAccepted' },
    ]);
    const onTracks = `Email,Status,Track,Track Status\na@muster.test,accepted,Web,rejected\n`;
    expect(await problemsOf(onTracks)).toEqual([{ line: 2, column: 'Track Status', code: 'notAccepted' }]);
  });

  it('of a status that says no, whose line is refused when the table is brought in all the same', async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const { lines } = await brought(api, hack, `Email,Status\n${ada.email},rejected\n${bob.email},accepted\n`);
    expect(lines).toEqual([
      { line: 2, status: 'refused', code: 'NOT_ACCEPTED' },
      { line: 3, status: 'enrolled' },
    ]);
    const { registrations } = (await api.get(`/super-events/${hack.slug}/registrations`)).body.data;
    expect(registrations.map(({ user_id }: { user_id: string }) => user_id)).toEqual([bob.id]);
  });

  it('of no status where a question of the hackathon is called so', async () => {
    await ask(world, hack, 'Status');
    expect(await problemsOf('Email,Status\na@muster.test,Pending\n')).toEqual([]);
  });

  it('of a line with more cells than there are columns', async () => {
    expect(await problemsOf('Email\na@muster.test,more\n')).toEqual([{ line: 2, column: null, code: 'columns' }]);
  });

  it('of a table without addresses', async () => {
    expect(await problemsOf('Name\nAda\n')).toEqual([{ line: 1, column: null, code: 'required' }]);
  });
});

describe('A mapping is refused', () => {
  it.each([
    ['of a column that there is not', { Mail: 'email' }, 'unknown'],
    ['onto what nothing is', { Email: 'password' }, 'enumValue'],
    ['onto a question of another hackathon', { Name: 'field:0199c7f4-5a3e-7000-8000-000000000000' }, 'enumValue'],
    ['of two columns onto one thing', { Email: 'email', Name: 'email' }, 'arrayUnique'],
  ])('%s', async (_, mapping, code) => {
    const answer = await plan(api, hack, { columns: ['Email', 'Name'], rows: [], mapping });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'mapping', code })],
    });
  });

  it('onto a question for a file', async () => {
    const id = await ask(world, hack, 'CV', 'file');
    const answer = await plan(api, hack, { columns: ['Email', 'CV'], rows: [], mapping: { CV: `field:${id}` } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  });
});
