import { describe, expect, it } from '@jest/globals';
import { shownName } from '../../services/check-in/rules.ts';

describe('A name on a board', () => {
  it.each([
    ['Ada Lovelace', 'Ada L.'],
    ['Ada', 'Ada'],
    ['  Ada  King   Lovelace ', 'Ada L.'],
    ['Jean-Luc Picard', 'Jean-Luc P.'],
    ['Zoë Ångström', 'Zoë Å.'],
    ['José E\u0301mile', 'José E\u0301.'],
    ['ada.lovelace', 'ada l.'],
    ['ada_lovelace1815', 'ada l.'],
    ['王 小明', '王 小.'],
    ['', ''],
    ['.', ''],
  ])('%j is %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });
});
