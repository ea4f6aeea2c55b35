import { describe, expect, it } from '@jest/globals';
import { event, head, oneProblemEach, problemsOf } from './mistakes.ts';

const place = (track: string, status = 'accepted') => `registrations: [{ track: ${track}, status: ${status} }]`;
const accepted = (...names: string[]) =>
  names.map((name) => `      - { email: ${name}@x.test, name: ${name}, status: accepted, ${place('ai')} }\n`).join('');

const field = (text: string) =>
  `${head}super_events:\n  - slug: hack\n    name: Hack\n    registration_fields: [${text}]\n`;
const answers = (text: string) => `${event}    participants: [{ email: p@x.test, name: P, answers: ${text} }]\n`;
const why = (text: string) =>
  `${field('{ key: why, field_type: text, label: Why, validation_rules: { max_length: 5 } }')}    participants: [{ email: p@x.test, name: P, answers: { why: ${text} } }]\n`;
const cv = (text: string) =>
  `${field('{ key: cv, field_type: file, label: CV }')}    participants: [{ email: p@x.test, name: P, answers: { cv: ${text} } }]\n`;
const answer = 'super_events[0].participants[0].answers';

describe('Registration fields and answers', () => {
  oneProblemEach([
    [
      'a select without options',
      field('¶{ key: diet, field_type: select, label: Diet }'),
      'super_events[0].registration_fields[0].options is required: a select needs at least one option.',
    ],
    [
      'options for a text',
      field('{ key: diet, field_type: text, label: Diet, ¶options: [none] }'),
      'super_events[0].registration_fields[0].options belongs to select, multiselect and radio, not to text.',
    ],
    [
      'an option twice',
      field('{ key: diet, field_type: radio, label: Diet, options: [none, ¶none] }'),
      'super_events[0].registration_fields[0].options[1] repeats the option none.',
    ],
    [
      'a pattern that compiles to too much',
      field("{ key: zip, field_type: text, label: Zip, validation_rules: { pattern: ¶'(a?){0,1000}' } }"),
      'super_events[0].registration_fields[0].validation_rules.pattern must be smaller: at most 200 characters that repeat little; for lengths there are min_length and max_length.',
    ],
    [
      'a pattern that is none',
      field("{ key: zip, field_type: text, label: Zip, validation_rules: { pattern: ¶'(?=a)b' } }"),
      'super_events[0].registration_fields[0].validation_rules.pattern must be a regular expression, without lookaround and back references.',
    ],
    [
      'a key twice',
      field('{ key: a, field_type: text, label: A }, { key: ¶a, field_type: text, label: B }'),
      'super_events[0].registration_fields[1].key is already on line 6: it stands once per super event.',
    ],
    [
      'an answer to nothing',
      answers('{ diet: none, ¶boren: 2001-01-01 }'),
      `${answer}.boren is no registration field; known are diet, born. Did you mean born?`,
    ],
    [
      'no answer to what is required',
      answers('¶{ born: 2001-01-01 }'),
      `${answer} must answer what is required: diet.`,
    ],
    [
      'an option that is none',
      answers('{ diet: ¶vegann }'),
      `${answer}.diet must be one of: none, vegan. Did you mean vegan?`,
    ],
    [
      'a date that is none',
      answers('{ diet: none, born: ¶2001-02-30 }'),
      `${answer}.born must be a date such as 2027-03-06.`,
    ],
    ['a number where text belongs', why('¶7'), `${answer}.why must be text: write it in quotes.`],
    ['an answer longer than the field allows', why('¶because'), `${answer}.why must have at most 5 characters.`],
    [
      'a file with an id that is none',
      cv('¶{ file_id: abc }'),
      `${answer}.cv must be a file as exported, with its file_id: a file cannot be uploaded from here.`,
    ],
  ]);

  it('leaves people alone who were enrolled without being asked', () => {
    expect(problemsOf(`${event}    participants: [{ email: p@x.test, name: P, status: accepted }]\n`)).toEqual([]);
  });
});

const people = (rest: string) => `${event}    participants: [{ email: p@x.test, name: P, ${rest} }]\n`;
const first = 'super_events[0].participants[0]';

describe('Participants', () => {
  oneProblemEach([
    [
      'a person twice',
      `${event}    participants:\n${accepted('p')}      - { email: ¶P@x.test }\n`,
      'super_events[0].participants[1].email is already on line 17: it stands once per super event.',
    ],
    [
      'a track that is none',
      people(`status: accepted, registrations: [{ track: ¶wep, status: accepted }]`),
      `${first}.registrations[0].track is no track of this super event; known are ai, web. Did you mean web?`,
    ],
    [
      'a track of another super event',
      `${people('status: accepted, registrations: [{ track: ¶other, status: accepted }]')}  - { slug: b, name: Bb, tracks: [{ slug: other, name: Other }] }\n`,
      `${first}.registrations[0].track is a track of b, not of this super event.`,
    ],
    [
      'accepted on a track, pending in the whole',
      people('registrations: [{ track: ai, status: ¶accepted }]'),
      `${first}.registrations[0].status cannot be accepted on a track while the participant is pending: accept the participant too.`,
    ],
    [
      'a status that is none',
      people('status: ¶acepted, registrations: [{ track: ai, status: accepted }]'),
      `${first}.status must be one of: pending, accepted, waitlisted, rejected, cancelled. Did you mean accepted?`,
    ],
    [
      'more accepted than the cap',
      `${event.replace('max_participants: ', 'max_participants: ¶')}    participants:\n${accepted('a', 'b', 'c')}`,
      'super_events[0].max_participants is less than the 3 participants who are accepted in the file: raise it, or accept fewer.',
    ],
  ]);
});

const teams = (...rows: string[]) =>
  `${event.replace('max_participants: 2', 'max_participants: 9')}    participants:\n${accepted('a', 'b', 'c')}      - { email: d@x.test, name: d, ${place('ai', 'waitlisted')} }\n    teams:\n${rows.map((row) => `      - { track: ai, ${row} }\n`).join('')}`;
const team = 'super_events[0].teams[0]';

describe('Teams', () => {
  oneProblemEach([
    [
      'a track that is none',
      teams('name: One, members: []').replace('{ track: ai, name: One', '{ track: ¶al, name: One'),
      `${team}.track is no track of this super event; known are ai, web. Did you mean ai?`,
    ],
    [
      'no leader',
      teams('name: One, ¶members: [{ email: a@x.test }]'),
      `${team}.members need a leader: give one of them role: LEADER.`,
    ],
    [
      'two leaders',
      teams('name: One, members: [{ email: a@x.test, role: LEADER }, { email: b@x.test, role: ¶LEADER }]'),
      `${team}.members[1].role cannot be LEADER: a@x.test already is, and a team has one.`,
    ],
    [
      'too many',
      teams('name: One, ¶members: [{ email: a@x.test, role: LEADER }, { email: b@x.test }, { email: c@x.test }]'),
      `${team}.members are 3, but teams of ai have at most 2 (config_json.max_team_size).`,
    ],
    [
      'a member who is only waitlisted',
      teams('name: One, members: [{ email: a@x.test, role: LEADER }, { email: ¶d@x.test }]'),
      `${team}.members[1].email is waitlisted on ai: members of a team are accepted on its track.`,
    ],
    [
      'a member who does not take part',
      teams('name: One, members: [{ email: a@x.test, role: LEADER }, { email: ¶ola@acme.test }]'),
      `${team}.members[1].email is no participant of this super event: add the person under participants, accepted on the track.`,
    ],
    [
      'a member twice',
      teams('name: One, members: [{ email: a@x.test, role: LEADER }, { email: ¶a@x.test }]'),
      `${team}.members[1].email is already on line 22: it stands once per team.`,
    ],
    [
      'a person in two teams',
      teams(
        'name: One, members: [{ email: a@x.test, role: LEADER }]',
        'name: Two, members: [{ email: ¶a@x.test, role: LEADER }]',
      ),
      'super_events[0].teams[1].members[0].email is already in a team on line 22: a person is in one team per super event.',
    ],
    [
      'a name twice on a track',
      teams('name: One, members: []', 'name: ¶One, members: []'),
      'super_events[0].teams[1].name is already on line 22: it stands once per track.',
    ],
  ]);
});
