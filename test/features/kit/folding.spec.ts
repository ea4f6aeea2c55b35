import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folded, wordsOf } from '../../../shared/base/folding.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const names = [
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Søren Ørsted', 'soren orsted'],
  ['Đorđe Ðóra', 'dorde dora'],
  ['Straße STRASSE ẞ', 'strasse strasse ss'],
  ['Æsa Œuvre Þór', 'aesa oeuvre thor'],
  ['İstanbul ISPARTA ılgaz', 'istanbul isparta ilgaz'],
  ['Ħamrun Ŋaŋa Ŧ Əliyev', 'hamrun nana t eliyev'],
  ['O’Brien O‘Brien Oʼahu Oʻahu O`Brien O´Brien O＇Brien', "o'brien o'brien o'ahu o'ahu o'brien o'brien o'brien"],
  ['Anne‑Marie Anne–Marie Anne—Marie Anne−Marie Anne－Marie', 'anne-marie anne-marie anne-marie anne-marie anne-marie'],
  ['Zoe\u0308 Ångström', 'zoe angstrom'],
  ['１００％ ﬁne', '100% fine'],
  ['Артём Йога', 'артем иога'],
  ['Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ οδυσσευσ'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['zero\u200bwidth so\u00adft', 'zerowidth soft'],
  ['한국 가', '한국 가'.normalize('NFKD')],
  ['हिन्दी', 'हिन्दी'],
  ['Ķ\u00a0ŉ ǆ ½', "k 'n dz 1⁄2"],
] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe('A text that is folded', () => {
  it.each(names)('has no case, no accents and plain signs: %s', (name, plain) => {
    expect(folded(name)).toBe(plain);
    expect(folded(plain)).toBe(plain);
  });

  it('is folded by the database in the same way, each letter there is', async () => {
    const letters = Array.from({ length: 0x2_ffff }, (_, code) => code + 1)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code));
    const texts = [...letters, ...names.map(([name]) => name)];
    // Of letters that are newer than one of the two nobody has a name.
    const stored = await stage.rows<{ value: string; fold: string }>`
      select value, published.fold(value) as fold from unnest(${texts}::text[]) as t (value) where unicode_assigned(value)`;
    expect(stored.length).toBeGreaterThan(100_000);
    expect(stored.filter(({ value, fold }) => folded(value) !== fold)).toEqual([]);
  });

  it('is taken apart at blanks', () => {
    expect(wordsOf('  Łukasz\u00a0O’Brien\n')).toEqual(['lukasz', "o'brien"]);
    expect([wordsOf(undefined), wordsOf(' \u3000')]).toEqual([[], []]);
  });
});
