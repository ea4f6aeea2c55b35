import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, run, written } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterAll(() => world.close());

const file = (slug: string, name = '{ en: Spring Hack, de: Frühlingshack }') => `version: 1
organization: { slug: ${slug}, name: Acme Hacks, members: [{ email: olga@${slug}.test, name: Olga, role: OWNER }] }
super_events:
  - slug: spring-hack
    locales: [en, de]
    name: ${name}
    description: { de: Zwei Tage }
    letters: { accepted: { en: Welcome, de: Willkommen } }
    config_json: { form: { sections: [{ title: { en: You, de: Du }, field_ids: [size] }] } }
    registration_fields:
      - { key: size, field_type: select, label: { en: Size, de: Größe }, options: { en: [S, L], de: [klein, groß] } }
    prizes: [{ key: best, name: { en: Best, de: Beste } }]
    tracks: [{ slug: ai, name: { en: AI, de: KI } }, { slug: web, name: Web }]
`;
const asking = (slug: string) => {
  const asked =
    '{ id: model, field_type: radio, label: { en: Model?, de: Modell? }, options: { en: [one], de: [eins] } }';
  const config = `, config_json: { submissions: { questions: [${asked}] } } }`;
  return file(slug).replace('{ en: AI, de: KI } }', `{ en: AI, de: KI }${config}`);
};
const applied = async (text: string) => (await ask(apply, { file: written(text) })).answer;
const planned = async (text: string) => (await ask(plan, { file: written(text) })).answer;
const exported = async (org: string) => {
  const { code, stdout } = await run(exportEventFile, { superEvent: 'spring-hack', org });
  expect(code).toBe(0);
  return stdout;
};

describe('A hackathon in several languages, in an event file', () => {
  it('is applied once, exported as it was written, and copied whole', async () => {
    await applied(file('acme'));
    expect(await planned(file('acme'))).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
    const text = await exported('acme');
    expect(text).toMatch(/\n {4}name:\n {6}en: Spring Hack\n {6}de: Frühlingshack\n/);
    expect(text).toMatch(/\n {8}name:\n {10}en: AI\n {10}de: KI\n/);
    expect(text).not.toContain('_i18n');
    expect(await planned(text)).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
    await applied(text.replace('slug: acme', 'slug: copy').replaceAll('@acme.test', '@copy.test'));
    const body = (whole: string) => whole.slice(whole.indexOf('super_events:'));
    expect(body(await exported('copy'))).toBe(body(text));
  });

  it('has the questions of its tracks to projects in each of them', async () => {
    const text = asking('asking');
    await applied(text);
    expect(await planned(text)).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
    const written = await exported('asking');
    expect(written).toMatch(/label:\s+(\{ )?en: Model\?,?\s+de: Modell\?/);
    expect(await planned(written)).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
  });

  it('gains and loses a language of its questions with its other texts', async () => {
    await applied(asking('gains'));
    const french = asking('gains').replace('[en, de]', '[en, de, fr]').replace('Modell? }', 'Modell?, fr: Modèle ? }');
    await applied(french);
    expect(await exported('gains')).toContain('Modèle ?');
    await applied(asking('gains').replace('[en, de]', '[en, de, fr]'));
    expect(await exported('gains')).not.toContain('Modèle ?');
  });

  it('plans over questions that are none, which an earlier release stored', async () => {
    const odd = { submissions: { questions: [{ id: 'model', label: 'Model?', label_i18n: null }, null] } };
    await applied(file('odd'));
    await world.rows`
      update events.track t set config_json = ${JSON.stringify(odd)}::jsonb from organizations.organization o
       where o.id = t.organization_id and o.slug = 'odd' and t.slug = 'ai'`;
    expect(await planned(asking('odd'))).toMatchObject({ changes: { created: 0, changed: 1 } });
  });

  it('keeps texts in other languages where a file has the plain one, and loses those it leaves out', async () => {
    await applied(file('plain'));
    await applied(file('plain', 'Autumn Hack'));
    expect(await exported('plain')).toMatch(/name:\s+(\{ )?en: Autumn Hack,?\s+de: Frühlingshack/);
    await applied(file('plain', '{ en: Autumn Hack }'));
    expect(await exported('plain')).toMatch(/name: Autumn Hack\n/);
  });

  it('is exported without the texts of a language that it no longer names, which changes nothing', async () => {
    await applied(asking('hidden'));
    await world.rows`
      update events.super_event s set locales = '{en,fr}' from organizations.organization o
       where o.id = s.organization_id and o.slug = 'hidden'`;
    const kept = async () =>
      world.rows`select config_json from events.track t join organizations.organization o on o.id = t.organization_id
                  where o.slug = 'hidden' and t.slug = 'ai'`;
    const [before] = await kept();
    const text = await exported('hidden');
    expect(text).not.toMatch(/Frühlingshack|Größe|klein|Willkommen|Beste|KI|Du|Modell\?|eins/);
    const inLanguages = text
      .replace('label: Model?', 'label: { en: "Model?" }')
      .replace('title: You', 'title: { en: You }');
    expect(inLanguages).toMatch(/label: \{ en[^]*title: \{ en|title: \{ en[^]*label: \{ en/);
    for (const same of [text, inLanguages]) {
      expect(await planned(same)).toMatchObject({ actions: [], changes: { created: 0, changed: 0 } });
    }
    await applied(inLanguages);
    expect(await kept()).toEqual([before]);
  });

  it('keeps its first language', async () => {
    await applied(file('first'));
    const { code, stderr } = await run(plan, { file: written(file('first').replace('[en, de]', '[de, en]')) });
    expect(code).toBe(1);
    expect(stderr).toContain('spring-hack: locales must begin with en');
  });
});
