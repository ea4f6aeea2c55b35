/**
 * Databases and backups of development versions before the first release. No migration upgrades them; export their
 * events as files.
 */
export const madeByFormerVersion = 'made by an earlier development version';

/** The message for such a database, with what to do now. */
export const formerDatabase = {
  what: `This database was ${madeByFormerVersion}.`,
  next: 'Export its events with that version (muster export), create a new database, and apply the files (muster apply).',
};

/**
 * Tells whether these migrations ran in a development version. Every release has the same migrations numbered 0001 and
 * adds higher numbers, so an unknown 0001 is of a development version.
 */
export const isOfFormerVersion = (applied: readonly string[], known: readonly string[]): boolean =>
  applied.some((name) => /\/0001_/.test(name) && !known.includes(name));

export class FormerVersion extends Error {
  override readonly name = 'FormerVersion';

  constructor() {
    super(`${formerDatabase.what} ${formerDatabase.next}`);
  }
}
