/** Texts of the page that stops announcements, in German. */
import type * as en from './en.ts';

export const unsubscribe: typeof en.unsubscribe = {
  title: 'E-Mails',
  leadsNowhere: 'Dieser Link führt nirgendwohin. Vielleicht ist er unvollständig.',
  isStopped: (organization) => `${organization} schickt dir keine Ankündigungen mehr.`,
  question: (organization) => `Keine Ankündigungen von ${organization} mehr bekommen?`,
  othersCome: 'E-Mails zu deinem eigenen Platz, zum Beispiel dein Ticket, kommen weiterhin.',
  again: 'Wieder bekommen',
  stop: 'Keine solchen E-Mails mehr',
};
