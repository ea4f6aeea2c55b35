import { language } from '../../shared/intl.ts';

const rules = new Intl.PluralRules(language, { type: 'ordinal' });
/** The form of an ordinal: `1` has `one` in English and French, `2` has `two` in English. */
export const ordinalForm = (n: number): Intl.LDMLPluralRule => rules.select(n);
