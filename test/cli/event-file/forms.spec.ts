import { describe, expect, it } from '@jest/globals';
import { head, oneProblemEach, problemsOf, read } from './mistakes.ts';

/** A form with fields by which others are shown, and one more. */
const form = (more: string, rest = '') => `${head}super_events:
  - slug: hack
    name: Hack
${rest}    registration_fields:
      - { key: diet, field_type: select, label: Diet, options: [none, vegan] }
      - { key: skills, field_type: multiselect, label: Skills, options: [Go, Rust] }
      - { key: minor, field_type: checkbox, label: Below 18 }
      - { key: from, field_type: select, label: From, choices: countries, at_door: true }
      - { key: motto, field_type: text, label: Motto }
      - ${more}
`;
const shown = (condition: string) => form(`{ key: more, field_type: text, label: More, show_if: ${condition} }`);
const answered = (answers: string) =>
  `${shown('{ field: diet, equals: vegan }')}    participants: [{ email: p@x.test, name: P, answers: ${answers} }]\n`;
const sections = (text: string) => form('{ key: more, field_type: text, label: More }', `    config_json: ${text}\n`);
const questions = (text: string) =>
  form(
    '{ key: more, field_type: text, label: More }',
    `    tracks: [{ slug: ai, name: AI, config_json: { submissions: { questions: ${text} } } }]\n`,
  );
const lists = (text: string) =>
  `version: 1\norganization:\n  slug: acme\n  name: Acme\n  members: [{ email: ola@acme.test, name: Ola, role: OWNER }]\n  lists: ${text}\n`;
const field = 'super_events[0].registration_fields[5]';
const asked = 'super_events[0].tracks[0].config_json.submissions.questions';
const section = 'super_events[0].config_json.form.sections';

describe('A form in an event file', () => {
  it.each([
    shown('{ field: diet, equals: vegan }'),
    shown('{ field: skills, includes: Go }'),
    shown('{ field: minor, equals: false }'),
    shown('{ field: from, equals: Germany }'),
    form('{ key: school, field_type: select, label: School, choices: schools }'),
    answered('{ diet: vegan, more: nuts }'),
    answered('{ diet: none, more: null }'),
    sections('{ form: { sections: [{ title: You, field_ids: [motto, diet] }] } }'),
    questions(
      '[{ id: data, field_type: text, label: Data? }, { id: model, field_type: radio, label: Model?, options: [a] }]',
    ),
    lists('[{ name: schools, values: [Mainz, Berlin] }]'),
  ])('may say %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('has lists without being asked', () => {
    expect(read(head).organization.lists).toEqual([]);
  });

  oneProblemEach([
    [
      'two questions to projects with one id',
      questions('[{ id: a, field_type: text, label: A }, { id: ¶a, field_type: text, label: B }]'),
      `${asked}[1].id must not be that of another question.`,
    ],
    [
      'a question to projects without options',
      questions('[¶{ id: a, field_type: select, label: A }]'),
      `${asked}[0].options are required: a select needs at least one.`,
    ],
    [
      'a question to projects of a type that there is not',
      questions('[{ id: a, field_type: ¶file, label: A }]'),
      `${asked}[0].field_type must be one of: text, textarea, url, select, multiselect, radio, checkbox.`,
    ],
    [
      'a field shown by none',
      shown('{ field: ¶diot, equals: vegan }'),
      `${field}.show_if.field is no registration field; known are diet, skills, minor, from, motto, more. Did you mean diet?`,
    ],
    [
      'a field shown by a text',
      shown('{ field: ¶motto, equals: vegan }'),
      `${field}.show_if.field must be one of these: select, multiselect, radio, checkbox; Motto is a text.`,
    ],
    [
      'a field shown by itself',
      shown('{ field: ¶more, equals: vegan }'),
      `${field}.show_if.field is the field itself.`,
    ],
    [
      'an option that the other does not have',
      shown('{ field: diet, equals: ¶meat }'),
      `${field}.show_if.equals must be one of: none, vegan.`,
    ],
    ['a word for a tick', shown("{ field: minor, equals: ¶'yes' }"), `${field}.show_if.equals must be true or false.`],
    [
      'equals where several are chosen',
      shown('¶{ field: skills, equals: Go }'),
      `${field}.show_if needs includes: it alone says by which answer to a multiselect a field is shown.`,
    ],
    [
      'a list for a text',
      form('{ key: more, field_type: text, label: More, ¶choices: countries }'),
      `${field}.choices belongs to select, not to text.`,
    ],
    [
      'options beside a list',
      form('{ key: more, field_type: select, label: More, choices: countries, ¶options: [Mainz] }'),
      `${field}.options belongs to a field without choices.`,
    ],
    [
      'an essay at the door',
      form('{ key: more, field_type: textarea, label: More, at_door: ¶true }'),
      `${field}.at_door is for answers of a few words, not for those of a textarea.`,
    ],
    [
      'an answer to what is not shown',
      answered('{ diet: none, more: ¶nuts }'),
      'super_events[0].participants[0].answers.more is not asked with these answers.',
    ],
    [
      'a wrong answer by which another is shown',
      answered('{ diet: ¶meat, more: nuts }'),
      'super_events[0].participants[0].answers.diet must be one of: none, vegan.',
    ],
    [
      'a section of no field',
      sections('{ form: { sections: [{ title: You, field_ids: [¶moto] }] } }'),
      `${section}[0].field_ids[0] is no registration field; known are diet, skills, minor, from, motto, more. Did you mean motto?`,
    ],
    [
      'a field in two sections',
      sections('{ form: { sections: [{ title: You, field_ids: [motto] }, { title: Me, field_ids: [¶motto] }] } }'),
      `${section}[1].field_ids[0] is in a section already.`,
    ],
    [
      'a section without a title',
      sections('{ form: { sections: [¶{ field_ids: [motto] }] } }'),
      `${section}[0].title is required.`,
    ],
    [
      'a list twice',
      lists('[{ name: schools, values: [] }, { name: ¶schools, values: [] }]'),
      'organization.lists[1].name is already on line 6: it stands once in the organization.',
    ],
    ['a list without values', lists('[¶{ name: schools }]'), 'organization.lists[0].values is required.'],
  ]);

  it('tells of a chain', () => {
    const chained = shown('{ field: minor, equals: true }').replace(
      'label: Below 18 }',
      'label: Below 18, show_if: { field: diet, equals: vegan } }',
    );
    expect(problemsOf(chained).map(({ message }) => message)).toEqual([
      `${field}.show_if.field is shown by the answer to another field itself.`,
    ]);
  });
});
