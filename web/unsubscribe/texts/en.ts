/** Texts of the page that stops announcements, in English. */

export const unsubscribe = {
  title: 'Emails',
  leadsNowhere: 'This link leads nowhere. It may be incomplete.',
  isStopped: (organization: string) => `${organization} sends you no more announcements.`,
  question: (organization: string) => `Stop the announcements of ${organization}?`,
  othersCome: 'Emails about your own place, such as your ticket, still come.',
  again: 'Get them again',
  stop: 'Stop these emails',
};
