/** The languages of the pages, and the titles under which they are served. */
import type { PageName } from '../contract/pages.ts';
import { locales, organizerLocales, type Locale } from '../contract/values.ts';

/** Organizers work with these in two languages; every other page speaks all of them. */
const ofOrganizers: readonly PageName[] = ['desk', 'badges'];

/** Returns the language in which a page is served to readers of this one. */
export const languageOf = (page: PageName, wanted: Locale): Locale =>
  ofOrganizers.includes(page) && !organizerLocales.includes(wanted) ? 'en' : wanted;

/** The pages that are bundled in a language. */
export const speaking = (language: Locale, pages: readonly PageName[]): readonly PageName[] =>
  pages.filter((page) => languageOf(page, language) === language);

/** The first language of a list of wishes that Muster speaks; English where there is none. */
export const spoken = (wishes: readonly string[]): Locale =>
  wishes.map((wish) => locales.find((locale) => locale === wish)).find((locale) => locale !== undefined) ?? 'en';

interface Words {
  readonly needsScript: string;
  readonly titles: Readonly<Record<PageName, string>>;
}

export const words: Readonly<Record<Locale, Words>> = {
  en: {
    needsScript: 'This page needs JavaScript.',
    titles: {
      landing: 'Muster',
      apply: 'Apply – Muster',
      projects: 'Projects – Muster',
      expo: 'Expo – Muster',
      signin: 'Sign in – Muster',
      verify: 'Confirm your email – Muster',
      reset: 'New password – Muster',
      invite: 'Invitation – Muster',
      desk: 'Desk – Muster',
      kiosk: 'Check-in – Muster',
      judge: 'Judging – Muster',
      me: 'My tickets – Muster',
      account: 'My account – Muster',
      address: 'Email address – Muster',
      restore: 'Keep my account – Muster',
      board: 'Board – Muster',
      badges: 'Badges – Muster',
      unsubscribe: 'Emails – Muster',
      nothing: 'There is nothing here – Muster',
    },
  },
  de: {
    needsScript: 'Diese Seite braucht JavaScript.',
    titles: {
      landing: 'Muster',
      apply: 'Bewerben – Muster',
      projects: 'Projekte – Muster',
      expo: 'Expo – Muster',
      signin: 'Anmelden – Muster',
      verify: 'E-Mail-Adresse bestätigen – Muster',
      reset: 'Neues Passwort – Muster',
      invite: 'Einladung – Muster',
      desk: 'Desk – Muster',
      kiosk: 'Check-in – Muster',
      judge: 'Jury – Muster',
      me: 'Meine Tickets – Muster',
      account: 'Mein Konto – Muster',
      address: 'E-Mail-Adresse – Muster',
      restore: 'Mein Konto behalten – Muster',
      board: 'Anzeige – Muster',
      badges: 'Namensschilder – Muster',
      unsubscribe: 'E-Mails – Muster',
      nothing: 'Hier ist nichts – Muster',
    },
  },
  es: {
    needsScript: 'Esta página necesita JavaScript.',
    titles: {
      landing: 'Muster',
      apply: 'Inscribirse – Muster',
      projects: 'Proyectos – Muster',
      expo: 'Expo – Muster',
      signin: 'Iniciar sesión – Muster',
      verify: 'Confirma tu correo – Muster',
      reset: 'Nueva contraseña – Muster',
      invite: 'Invitación – Muster',
      desk: 'Desk – Muster',
      kiosk: 'Acreditación – Muster',
      judge: 'Jurado – Muster',
      me: 'Mis entradas – Muster',
      account: 'Mi cuenta – Muster',
      address: 'Correo electrónico – Muster',
      restore: 'Conservar mi cuenta – Muster',
      board: 'Pantalla – Muster',
      badges: 'Badges – Muster',
      unsubscribe: 'Correos – Muster',
      nothing: 'Aquí no hay nada – Muster',
    },
  },
  fr: {
    needsScript: 'Cette page a besoin de JavaScript.',
    titles: {
      landing: 'Muster',
      apply: 'Postuler – Muster',
      projects: 'Projets – Muster',
      expo: 'Expo – Muster',
      signin: 'Connexion – Muster',
      verify: 'Confirmer votre adresse – Muster',
      reset: 'Nouveau mot de passe – Muster',
      invite: 'Invitation – Muster',
      desk: 'Desk – Muster',
      kiosk: 'Accueil – Muster',
      judge: 'Jury – Muster',
      me: 'Mes billets – Muster',
      account: 'Mon compte – Muster',
      address: 'Adresse e-mail – Muster',
      restore: 'Garder mon compte – Muster',
      board: 'Affichage – Muster',
      badges: 'Badges – Muster',
      unsubscribe: 'E-mails – Muster',
      nothing: 'Il n’y a rien ici – Muster',
    },
  },
};
