/** Names of the refusals at a door, for people who stand before a screen. */
const reasons: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'Unknown code',
  NOT_ACCEPTED: 'Not accepted',
  TOO_EARLY: 'Too early',
  TOO_LATE: 'Too late',
  NO_TEAM: 'No team',
};
export const reasonOf = (code: string): string => reasons[code] ?? code.toLowerCase().replaceAll('_', ' ');
