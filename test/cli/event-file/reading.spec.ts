import { describe, expect, it } from '@jest/globals';
import { event, head, problemsOf, read } from './mistakes.ts';

describe('Variables of the environment', () => {
  const text = `${head}users: [{ email: a@x.test, name: A, password: "\${env:A_PASSWORD}" }]\n`;

  it('stand in values, as text', () => {
    expect(read(text, { A_PASSWORD: '1234567890' }).users[0]).toMatchObject({ password: '1234567890' });
  });

  it('are not meant where one more dollar stands in front', () => {
    const literal = `${head}users: [{ email: a@x.test, name: "$\${env:B} $$\${env:B}" }]\n`;
    expect(read(literal, { B: 'read' }).users[0]).toMatchObject({ name: '${env:B} $${env:B}' });
  });

  it('are reported where they are missing, and nothing else about them', () => {
    expect(problemsOf(text, { A_PASSWORT: 'x' })).toMatchObject([
      {
        line: 3,
        column: 48,
        message:
          'The environment variable A_PASSWORD is not set: set it, or write the value here. Did you mean A_PASSWORT?',
      },
    ]);
  });
});

describe('Several mistakes', () => {
  it('are reported together, in the order of the file, whatever their kind', () => {
    const text = `${event}    participants:
      - { email: p@x.test, name: P, status: accepted, registrations: [{ track: al, status: acepted }] }
      - { email: p@x.test, agee: 3 }
users: []
users: []
`;
    expect(problemsOf(text).map(({ line, code }) => `${line} ${code}`)).toEqual([
      '17 unknownTrack',
      '17 enumValue',
      '18 duplicate',
      '18 unknownMember',
      '20 DUPLICATE_KEY',
    ]);
  });

  it('before a place that is not YAML are reported with it', () => {
    const text = `version: 2\norganization: { slug: acme, name: Acme }\nusers: [\nsuper_events: []\n`;
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['equalValue', 'BAD_INDENT']);
  });
});

describe('A file without mistakes', () => {
  const [superEvent] = read(`${event}    checkin_points:
      - { key: desk, name: Desk, type: doorkeeper }
      - { key: gate, name: Gate, type: attendance, opens_at: 2027-03-06T10:00, closes_at: 2027-03-06T12:00+00:00 }
      - { key: early, name: Early, type: attendance, closes_at: 2027-03-06T09:00 }
`).super_events;

  it('has its times in UTC', () => {
    expect(superEvent).toMatchObject({ start_at: '2027-03-06T08:00:00.000Z', end_at: '2027-03-07T16:00:00.000Z' });
    expect(superEvent?.checkin_points[1]).toMatchObject({
      opens_at: '2027-03-06T09:00:00.000Z',
      closes_at: '2027-03-06T12:00:00.000Z',
    });
  });

  it('opens a point an hour before the start and closes it with the end', () => {
    expect(superEvent?.checkin_points[0]).toMatchObject({
      opens_at: '2027-03-06T07:00:00.000Z',
      closes_at: '2027-03-07T16:00:00.000Z',
    });
    expect(superEvent?.checkin_points[2]).toMatchObject({
      opens_at: '2027-03-06T07:00:00.000Z',
      closes_at: '2027-03-06T08:00:00.000Z',
    });
  });

  it('leaves out what it does not manage', () => {
    expect(superEvent).not.toHaveProperty('status');
    expect(superEvent).toMatchObject({ teams: [], participants: [] });
  });

  it('writes emails in lower case', () => {
    expect(read(`${head}users: [{ email: Ada@X.Test, name: Ada }]\n`).users).toEqual([
      { email: 'ada@x.test', name: 'Ada', onboarded: true },
    ]);
  });

  it.each([
    ['before the clocks go forward', 'Europe/Berlin', '2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    ['after the clocks go forward', 'Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    ['in the hour that comes twice, the first', 'Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
    ['after the hour that comes twice', 'Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
    ['west of Greenwich', 'America/St_Johns', '2027-07-01T09:00', '2027-07-01T11:30:00.000Z'],
    ['far east', 'Pacific/Kiritimati', '2027-01-01T00:00:30', '2026-12-31T10:00:30.000Z'],
  ])('reads a local time %s', (_situation, tz, written, instant) => {
    const file = read(`${head}super_events: [{ slug: a, name: Aa, tz: ${tz}, start_at: ${written} }]\n`);
    expect(file.super_events[0]?.start_at).toBe(instant);
  });
});
