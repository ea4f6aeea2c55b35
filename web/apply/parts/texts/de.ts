/** Texts of an application that is on its way or has arrived, in German. */
import type * as en from './en.ts';

export const after: typeof en.after = {
  almost: (hackathon) => `Fast geschafft: ${hackathon}`,
  back: 'Zurück zum Formular',
  isConfirmed: 'Schon bestätigt? Anmelden',
  applying: (hackathon) => `Bewerbung für ${hackathon}`,
  sending: 'Deine Bewerbung wird gesendet',
  isOffline:
    'Du bist offline. Deine Bewerbung ist auf diesem Gerät gespeichert und wird gesendet, wenn das Netz wieder da ist.',
  triesAgain: 'Es wird von selbst noch einmal versucht.',
  smallerFiles: ' Bei langsamem Netz kommen kleinere Dateien eher durch.',
  hasApplied: (hackathon) => `Du hast dich für ${hackathon} beworben`,
  hadApplied: (hackathon) => `Du hast dich schon für ${hackathon} beworben.`,
  decide: (email) =>
    `Das Organisationsteam entscheidet, und eine E-Mail geht an ${email ?? 'dich'}. Bis dahin kannst du deine Antworten ändern.`,
  see: 'Meine Bewerbung ansehen',
};
