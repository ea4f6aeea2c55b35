/**
 * Databases and backups of development versions from before the first release. No migration brings them to a release; their
 * events come along as files.
 */
export const madeByFormerVersion = 'made by an earlier development version';

/** Says that a database is of such a version, and what to do now. */
export const formerDatabase = {
  what: `This database was ${madeByFormerVersion}.`,
  next: 'Export its events with that version (muster export), create a new database, and apply the files (muster apply).',
};

/**
 * Tells whether these migrations ran in a development version. Later releases have all migrations of the number 0001 and
 * begin new ones with higher numbers, so one of that number that is unknown is of such a version.
 */
export const isOfFormerVersion = (applied: readonly string[], known: readonly string[]): boolean =>
  applied.some((name) => /\/0001_/.test(name) && !known.includes(name));

export class FormerVersion extends Error {
  override readonly name = 'FormerVersion';

  constructor() {
    super(`${formerDatabase.what} ${formerDatabase.next}`);
  }
}
