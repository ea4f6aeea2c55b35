/** Texts for refusals at a door. */
import { reasons } from './texts/en.ts';

export const reasonOf = (code: string): string =>
  (reasons as Readonly<Record<string, string>>)[code] ?? code.toLowerCase().replaceAll('_', ' ');
