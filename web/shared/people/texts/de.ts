/** Texts that the pages of participants share, in German. */
import type * as en from './en.ts';

export const codes: typeof en.codes = {
  wrongFactor: 'Das ist nicht der Code, oder er wurde schon verwendet. Warte auf den nächsten.',
  wrong: 'Das ist nicht der Code, oder er wurde zu oft versucht. Der Link in der E-Mail funktioniert noch.',
  spent: 'Das ist nicht der Code, oder deine Adresse wurde bestätigt, bevor das Netz wegfiel. Melde dich dann an.',
  isOnItsWay: (email) => `Eine E-Mail mit einem sechsstelligen Code ist unterwegs an ${email}.`,
  linkWorksToo: 'Der Link in der E-Mail funktioniert auch. Nichts da? Schau im Spam nach.',
  last: 'Der Code gilt 30 Minuten, der Link eine Stunde.',
  again: 'Noch einmal schicken',
  isSentAgain: 'Noch einmal geschickt.',
  confirm: 'Bestätigen',
};

export const gallery: typeof en.gallery = {
  closed: 'Hier gibt es keine Projekte zu sehen',
  why: 'Vielleicht ist die Adresse falsch geschrieben, oder das Organisationsteam zeigt die Projekte nur den Leuten des Hackathons.',
  seeHackathons: 'Hackathons ansehen',
  signIn: 'Anmelden',
};

export const links: typeof en.links = {
  incomplete: 'Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail.',
  usedOrOlderThanHour: 'Dieser Link wurde schon verwendet oder ist älter als eine Stunde.',
};

export const passkeys: typeof en.passkeys = {
  use: 'Passkey verwenden',
  isHereAlready: 'Dieses Gerät hat schon einen Passkey deines Kontos.',
  noneWouldDo: 'Dieses Gerät hat keinen passenden Passkey.',
  otherAddress: 'Passkeys funktionieren unter dieser Adresse nicht; öffne die Seite unter ihrer richtigen.',
  unused: 'Der Passkey wurde nicht verwendet. Versuch es noch einmal.',
};

export const providers: typeof en.providers = {
  name: 'Mit einem anderen Dienst anmelden',
  goOn: (label) => `Weiter mit ${label}`,
  DECLINED: 'Du hast dich dort nicht angemeldet.',
  ISSUER_UNAVAILABLE:
    'Der andere Dienst ist gerade nicht erreichbar. Melde dich mit deinem Passwort an oder versuch es noch einmal.',
  ADDRESS_UNVERIFIED:
    'Der andere Dienst sagt nicht, dass deine E-Mail-Adresse bestätigt ist. Bestätige sie dort oder registriere dich hier mit einem Passwort.',
  failed: 'Die Anmeldung über den anderen Dienst hat nicht geklappt. Bitte fang noch einmal an.',
};

export const formats: typeof en.formats = { onsite: 'Vor Ort', online: 'Online', hybrid: 'Vor Ort und online' };

export const registration: typeof en.registration = {
  opens: (when) => `Bewerbungen sind ab ${when} möglich.`,
  isClosed: 'Zurzeit sind keine Bewerbungen möglich.',
};

export const homes: typeof en.homes = {
  '/me': 'Zu meinen Tickets',
  '/judge': 'Zu meinen Teams',
  '/desk': 'Zum Desk',
};

export const files: typeof en.files = {
  atMost: (megabytes) => `Höchstens ${megabytes} MB.`,
  remove: 'Entfernen',
  theFile: (name) => `: ${name}`,
};
