import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ask, run, written } from './command.ts';

let stage: Stage | undefined;
let rows: Stage['rows'];
beforeEach(async () => {
  await stage?.close();
  stage = await openStage();
  rows = stage.rows;
  process.env['DATABASE_URL'] = stage.databaseUrl;
});
afterAll(() => stage?.close());

const fields = `
      - { key: allergies, field_type: text, label: Allergies, is_required: true, at_door: true, show_if: { field: diet, equals: vegan } }
      - { key: diet, field_type: select, label: Diet, options: [none, vegan], order_index: 1 }
      - { key: from, field_type: select, label: From, choices: countries, order_index: 2 }
      - { key: school, field_type: select, label: School, choices: schools, order_index: 3 }`;
const parts = {
  lists: '[{ name: schools, values: [Mainz, Zürich, Mainz] }]',
  fields,
  sections: '[{ title: Food, field_ids: [diet, allergies] }]',
  answers: '{ diet: vegan, allergies: nuts, from: Germany, school: My own }',
};
const event = (others: Partial<typeof parts> = {}) => {
  const { lists, fields, sections, answers } = { ...parts, ...others };
  return `version: 1
organization:
  slug: acme
  name: Acme
  members: [{ email: olga@acme.test, name: Olga, role: OWNER }]
  lists: ${lists}
super_events:
  - slug: hack
    name: Hack
    config_json: { form: { sections: ${sections} } }
    registration_fields: ${fields}
    participants:
      - { email: pia@x.test, name: Pia, answers: ${answers} }
`;
};
const actionsOf = async (text: string, options = {}) => {
  const { answer } = await ask(plan, { file: written(text), ...options });
  return answer.actions.map(({ action, what, fields }: any) => [action, what, fields]);
};
const refusal = async (text: string, options = {}) => {
  const { code, stderr } = await run(apply, { file: written(text), ...options });
  expect(code).toBe(1);
  return stderr;
};

describe('A form that is applied', () => {
  it('has conditions by the ids of fields, choices, and a list with each value once', async () => {
    await ask(apply, { file: written(event()) });
    const found = await rows`
      select f.key, f.at_door, f.choices, f.show_if ->> 'equals' as equals, t.key as target
        from events.registration_field f left join events.registration_field t on t.id = (f.show_if ->> 'field_id')::uuid
       order by f.order_index`;
    expect(found).toEqual([
      { key: 'allergies', at_door: true, choices: null, equals: 'vegan', target: 'diet' },
      { key: 'diet', at_door: false, choices: null, equals: null, target: null },
      { key: 'from', at_door: false, choices: 'countries', equals: null, target: null },
      { key: 'school', at_door: false, choices: 'schools', equals: null, target: null },
    ]);
    const list = await rows`
      select l.value_count, array_agg(v.value order by v.position) as values
        from events.choice_list l join events.choice_value v on v.list_id = l.id group by l.id`;
    expect(list).toEqual([{ value_count: 2, values: ['Mainz', 'Zürich'] }]);
  });

  it('changes nothing a second time, and nothing as it is exported', async () => {
    await ask(apply, { file: written(event()) });
    const { stdout, stderr } = await run(exportEventFile, { superEvent: 'hack' });
    expect(stderr).toBe('');
    expect(stdout).toContain('show_if: { field: diet, equals: vegan }');
    expect(stdout).toContain('field_ids: [ diet, allergies ]');
    for (const text of [event(), stdout]) expect(await actionsOf(text)).toEqual([]);
    // As the builder over HTTP writes them: by ids.
    await rows`
      update events.super_event s
         set config_json = jsonb_set(config_json, '{form,sections,0,field_ids}',
               (select jsonb_agg(f.id order by f.key desc) from events.registration_field f where f.key in ('diet', 'allergies')))`;
    expect(await actionsOf(event())).toEqual([]);
    // The first line says when it was.
    const withoutTime = (file: string) => file.slice(file.indexOf('\n'));
    const again = (await run(exportEventFile, { superEvent: 'hack' })).stdout;
    expect(withoutTime(again)).toBe(withoutTime(stdout));
  });

  it('may have a key that every object has, where nobody answered', async () => {
    const asked = `
      - { key: constructor, field_type: checkbox, label: Constructor }
      - { key: why, field_type: text, label: Why, show_if: { field: constructor, equals: true } }`;
    await ask(apply, { file: written(event({ fields: asked, sections: '[]', answers: '{}' })) });
    const { stdout, stderr } = await run(exportEventFile, { superEvent: 'hack' });
    expect(stderr).toBe('');
    expect(await actionsOf(stdout)).toEqual([]);
  });

  it('tells of a condition by keys, and of a list by its number of values', async () => {
    await ask(apply, { file: written(event()) });
    const others = {
      fields: fields.replace('equals: vegan', 'equals: none').replace('choices: countries', 'options: [Mainz]'),
      lists: '[{ name: schools, values: [Mainz] }]',
      answers: '{ diet: vegan }',
    };
    expect(await actionsOf(event(others))).toEqual([
      ['change', 'list schools', { values: ['2 values: Mainz, Zürich', '1 values: Mainz'] }],
      [
        'change',
        'registration field hack/allergies',
        {
          show_if: [
            { field: 'diet', equals: 'vegan' },
            { field: 'diet', equals: 'none' },
          ],
        },
      ],
      ['change', 'registration field hack/from', { options: [[], ['Mainz']], choices: ['countries', null] }],
    ]);
    await ask(apply, { file: written(event(others)) });
    expect(await actionsOf(event(others))).toEqual([]);
  });

  it('may take a condition away, and prunes the field with it', async () => {
    await ask(apply, { file: written(event()) });
    const without = {
      fields: `
      - { key: allergies, field_type: text, label: Allergies, show_if: null }`,
      sections: '[]',
      answers: '{ allergies: nuts }',
    };
    await ask(apply, { file: written(event(without)), prune: true });
    expect(await rows`select key, show_if from events.registration_field`).toEqual([
      { key: 'allergies', show_if: null },
    ]);
    expect(await rows`select name from events.choice_list`).toEqual([{ name: 'schools' }]);
  });

  it('is refused where it does not go with fields that the file leaves out', async () => {
    await ask(apply, { file: written(event()) });
    const alone = (field: string) => event({ fields: `\n      - ${field}`, sections: '[]', answers: '{}' });
    const renamed = '{ key: diet, field_type: select, label: Diet, options: [none, halal] }';
    expect(await refusal(alone(renamed))).toContain('hack/allergies: show_if.equals must be one of: none, halal.');
    const shown =
      '{ key: diet, field_type: select, label: Diet, options: [none, vegan], show_if: { field: other, equals: true } }';
    const chained = alone(`${shown}\n      - { key: other, field_type: checkbox, label: Other }`);
    expect(await refusal(chained)).toContain(
      'hack/allergies: show_if.field is shown by the answer to another field itself.',
    );
  });

  it('is refused where the organization has no such list', async () => {
    expect(await refusal(event({ lists: '[]' }))).toContain(
      'chooses from the list schools, which the organization does not have',
    );
  });
});
