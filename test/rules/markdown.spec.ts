import { describe, expect, it } from '@jest/globals';
import { richly, wordsFor } from '../../services/mail/rich-text.ts';
import { processorMs } from '../support/clock.ts';

const words = wordsFor({ name: 'Ada Lovelace', hackathon: 'Spring Hack', track: '*Climate*', team: '<b>Bees</b>' });
const rendered = (markdown: string) =>
  richly(markdown, words)
    .map(({ html }) => html.text.replace(/ style="[^"]*"| class="[^"]*"|\n\s*/g, ''))
    .join('');
const plainly = (markdown: string) =>
  richly(markdown, words)
    .map(({ text }) => text)
    .join('\n\n');

describe('The Markdown of emails', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one<br />two</p><p>three</p>'],
    [
      '**bold** and *thin*, __bold__ and _thin_',
      '<p><strong>bold</strong> and <em>thin</em>, <strong>bold</strong> and <em>thin</em></p>',
    ],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['2 * 3 * 4, snake_case_name', '<p>2 * 3 * 4, snake_case_name</p>'],
    ['- one\n- two\n  more', '<ul><li>one</li><li>two<br />more</li></ul>'],
    ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
    ['[a *b*](https://example.org/x)', '<p><a href="https://example.org/x">a <em>b</em></a></p>'],
    ['see https://example.org/x.', '<p>see <a href="https://example.org/x">https://example.org/x</a>.</p>'],
    ['[us](mailto:team@example.org)', '<p><a href="mailto:team@example.org">us</a></p>'],
    ['{first_name} {track} {team}', '<p>Ada *Climate* &lt;b&gt;Bees&lt;/b&gt;</p>'],
    ['[x](https://example.org/?t={team})', '<p><a href="https://example.org/?t=%3Cb%3EBees%3C%2Fb%3E">x</a></p>'],
    [String.raw`\*plain\* \{first_name\}`, '<p>*plain* {first_name}</p>'],
  ])('makes of %j %j', (markdown, html) => {
    expect(rendered(markdown)).toBe(html);
  });

  it('keeps lists and addresses readable as text', () => {
    const text = plainly('Bring:\n\n1. a [charger](https://example.org)\n2. yourself\n\n[us](mailto:team@example.org)');
    expect(text).toBe('Bring:\n\n1. a charger (https://example.org)\n2. yourself\n\nus (team@example.org)');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JavaScript:alert%281%29)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](https://{team}/)',
    '[x](https://user@evil.example/)',
    '<a href="//evil.example">x</a>',
    '<img src=x onerror=alert(1)>',
    '[x](https://example.org/"onclick="alert(1))',
    '[x](vbscript:x)',
  ])('makes no link, element or attribute of %j', (markdown) => {
    const html = rendered(markdown);
    expect(html.replace(/^<p>|<\/p>$/g, '').replace(/<a href="https:\/\/example\.org\/[^"]*">x<\/a>/, '')).not.toMatch(
      /[<>]/,
    );
    expect(html).not.toContain('href="javascript');
  });

  it.each([
    '*',
    '_',
    '**',
    '*a ',
    '_a ',
    '[',
    '[a](',
    '[a](b',
    '{',
    '- ',
    '\\',
    'https://',
    '![',
    '[a](https://b/(',
    '**a *b ',
    'h',
  ])('costs little, whatever is repeated: %j', async (part) => {
    const hostile = part.repeat(Math.ceil(20_000 / part.length));
    expect(await processorMs(() => richly(hostile, words))).toBeLessThan(2_000);
  });
});
