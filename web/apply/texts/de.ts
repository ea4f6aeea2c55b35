/** Texts of the page to apply on, in German. */
import { counted, number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const apply: typeof en.apply = {
  title: 'Bewerben',
  loading: 'Hackathon wird geladen',
  nothing: 'Hier ist nichts',
  why: 'Vielleicht ist die Adresse falsch geschrieben, oder der Hackathon ist nicht mehr öffentlich.',
  seeHackathons: 'Hackathons ansehen',
};

export const about: typeof en.about = {
  tracks: 'Tracks',
  prizes: 'Preise',
  by: (sponsor) => ` von ${sponsor}`,
  projects: 'Projekte ansehen',
  closed: 'geschlossen',
  hasClosed: (when) => `Bewerbungen waren bis ${when} möglich.`,
  isFull: 'Alle Plätze sind vergeben. Du kannst dich trotzdem bewerben: Es werden Plätze frei.',
  left: (n, of) => `Noch ${number(n)} von ${counted(of, 'Platz', 'Plätzen')} frei. `,
  closes: (when) => `Bewerbungen sind bis ${when} möglich.`,
};

export const account: typeof en.account = {
  yours: 'Dein Konto',
  signIn: 'Anmelden',
  name: 'Name',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  isWrong: 'Die Adresse oder das Passwort ist falsch.',
  hasAccount: 'Ich habe ein Konto',
  hasNone: 'Ich habe noch kein Konto',
  newPassword: 'Neues Passwort wählen',
  applyAs: (name, email) => `Du bewirbst dich als ${name}, ${email}.`,
  applyAsHere: 'Du bewirbst dich mit dem Konto, das hier angemeldet ist.',
};

export const form: typeof en.form = {
  apply: 'Bewerben',
  signUpAndApply: 'Registrieren und bewerben',
  tracks: 'Tracks, bei denen du mitmachen möchtest',
  lookForTeam: 'Ich suche ein Team',
  privacy: 'Datenschutzhinweise',
  terms: 'Teilnahmebedingungen',
  agreement: (texts) => [
    'Ich habe ',
    texts.map((text, place) => [place > 0 && ' und ', 'die ', text]),
    ' gelesen und stimme zu',
  ],
  isKept: '✓ Auf diesem Gerät gespeichert.',
  startOver: 'Neu anfangen',
  isEmptied: 'Das Formular ist wieder leer.',
  bringBack: 'Zurückholen',
  keepsNothing: 'Dieser Browser speichert nichts: Sende es ab, bevor du die Seite schließt.',
  look: 'Bitte sieh dir an, was oben markiert ist.',
};
