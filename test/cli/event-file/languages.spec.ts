import { describe, expect, it } from '@jest/globals';
import { head, oneProblemEach, read } from './mistakes.ts';

/** A super event in English and German, with these lines. */
const file = (lines: string, locales = '[en, de]') => `${head}super_events:
  - slug: hack
    locales: ${locales}
${lines}`;
const named = '    name: Hack\n';

describe('Texts in several languages in a file', () => {
  it('stand where a plain text does, as the interface has them', () => {
    const [hack] = read(
      file(`    name: { en: Spring Hack, de: Frühlingshack }
    description: { de: Zwei Tage }
    letters: { accepted: { en: Welcome, de: Willkommen }, rejected: Sorry }
    config_json: { form: { sections: [{ title: { en: You, de: Du }, field_ids: [size] }] } }
    registration_fields:
      - { key: size, field_type: select, label: { en: Size, de: Größe }, options: { en: [S, L], de: [klein, groß] } }
    prizes: [{ key: best, name: { en: Best, de: Beste } }]
    tracks: [{ slug: ai, name: { en: AI, de: KI } }, { slug: web, name: Web }]
`),
    ).super_events;
    expect(hack).toMatchObject({
      ...{ locales: ['en', 'de'], name: 'Spring Hack', name_i18n: { de: 'Frühlingshack' } },
      description_i18n: { de: 'Zwei Tage' },
      letters: { accepted: 'Welcome', accepted_i18n: { de: 'Willkommen' }, rejected: 'Sorry' },
      config_json: { form: { sections: [{ title: 'You', title_i18n: { de: 'Du' } }] } },
      registration_fields: [
        {
          ...{ label: 'Size', label_i18n: { de: 'Größe' } },
          ...{ options: ['S', 'L'], options_i18n: { de: ['klein', 'groß'] } },
        },
      ],
      prizes: [{ name: 'Best', name_i18n: { de: 'Beste' } }],
      tracks: [{ name: 'AI', name_i18n: { de: 'KI' } }, { name: 'Web' }],
    });
    expect(hack).not.toHaveProperty('description');
    expect(hack?.tracks[1]).not.toHaveProperty('name_i18n');
  });

  it('may be written as over HTTP', () => {
    const [hack] = read(
      file('    name_i18n: { de: Frühlingshack, en: Spring Hack }\n    name: Spring Hack\n'),
    ).super_events;
    expect(hack).toMatchObject({ name: 'Spring Hack', name_i18n: { de: 'Frühlingshack' } });
  });

  it('are in the languages of their own super event, where two share a part of the file', () => {
    const shared = `${head}super_events:
  - { slug: one, name: One, locales: [en, de], registration_fields: &asked [{ key: diet, field_type: text, label: { en: Diet, de: Kost } }] }
  - { slug: two, name: Two, locales: [de, en], registration_fields: *asked }
`;
    expect(read(shared).super_events.map(({ registration_fields: [field] }) => field)).toMatchObject([
      { label: 'Diet', label_i18n: { de: 'Kost' } },
      { label: 'Kost', label_i18n: { en: 'Diet' } },
    ]);
  });

  oneProblemEach([
    [
      'are in languages that locales names',
      file('    name: { en: Hack, fr: ¶Hack }\n'),
      "super_events[0].name.fr is in no language of the hackathon's locales, which are en, de.",
    ],
    [
      'need locales',
      `${head}super_events:\n  - slug: hack\n    name: ¶{ en: Hack, de: Hack }\n`,
      'super_events[0].name is in languages, which locales of the super event must name.',
    ],
    [
      'have one in the first language, if it is required',
      file('    name: ¶{ de: Hack }\n'),
      'super_events[0].name.en is required.',
    ],
    [
      'are checked as the plain one',
      file('    name: { en: Hack, de: ¶x }\n'),
      'super_events[0].name.de must have at least 2 characters.',
    ],
    [
      'are checked in the first language too',
      file('    name: { en: ¶x, de: Hack }\n'),
      'super_events[0].name.en must have at least 2 characters.',
    ],
    [
      'are in a language that Muster speaks',
      file('    name: { en: Hack, ¶it: Hack }\n'),
      'super_events[0].name.it is not known here; allowed are en, de, es, fr.',
    ],
    [
      'have as many options in each',
      file(
        `${named}    registration_fields:\n      - { key: size, field_type: select, label: Size, options: { en: [S, L], de: ¶[klein] } }\n`,
      ),
      'super_events[0].registration_fields[0].options.de must have 2 items, as options has.',
    ],
    [
      'are not two plain ones',
      file('    name: Hack\n    name_i18n: { en: ¶Other }\n'),
      'super_events[0].name_i18n.en must be the same as name, which is in that language.',
    ],
    ['have each language once', file(named, '¶[en, en]'), 'super_events[0].locales must not have an item twice.'],
  ]);
});
