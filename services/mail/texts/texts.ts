/** The texts of emails by language. */
import type { Locale } from '../../../shared/contract/vocabulary.ts';
import { de } from './de.ts';
import { en, type EmailTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const texts: Readonly<Record<Locale, EmailTexts>> = { en, de, es, fr };

/** Returns the texts in a language; those in English without one. */
export const textsIn = (locale: Locale | null | undefined): EmailTexts => texts[locale ?? 'en'];
