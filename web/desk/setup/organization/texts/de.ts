/** Texts of the organization and its members, in German. */
import type * as en from './en.ts';

export const organization: typeof en.organization = {
  saved: 'Gespeichert.',
  slug: 'Kurzname',
  slugHint: 'Unter ihm kennen Eventdateien und Programme die Organisation: Kleinbuchstaben, Ziffern und Bindestriche',
  slugTaken: 'Eine andere Organisation hat diesen Kurznamen. Wähle einen anderen.',
};

export const secondFactor: typeof en.secondFactor = {
  title: 'Zweiter Faktor',
  states: {
    optional: 'Ein Passwort genügt, um hier zu arbeiten.',
    required: 'Mitglieder und Organisationsteams brauchen hier einen zweiten Faktor.',
  },
  about: 'Ein zweiter Faktor ist ein Passkey oder eine App, die Codes erzeugt. Alle fügen ihren eigenen hinzu:',
  require: 'Zweiten Faktor verlangen',
  requireTitle: 'Einen zweiten Faktor verlangen?',
  caution:
    'Mitglieder und Organisationsteams ohne zweiten Faktor kommen hier sofort nicht mehr hinein, bis sie unter /account einen hinzufügen. Für Mentor:innen, Jury, Geräte und API-Schlüssel ändert sich nichts.',
  release: 'Nicht mehr verlangen',
  yoursFirst:
    'Du brauchst zuerst selbst einen zweiten Faktor, damit du dich nicht aussperrst. Füge unter /account einen hinzu und melde dich damit an.',
};

export const members: typeof en.members = {
  title: 'Mitglieder',
  rights:
    'Inhaber:innen und Administrator:innen ändern alle Hackathons und diese Mitglieder. Nur Inhaber:innen ernennen, ändern und entfernen Inhaber:innen. Mitglieder sehen Entwürfe und tun, was ihre Rollen auf Tracks erlauben.',
  caption: 'Alle Mitglieder',
  member: 'Mitglied',
  you: 'du',
  role: 'Rolle',
  roles: { OWNER: 'Inhaber:in', ADMIN: 'Administrator:in', MEMBER: 'Mitglied' },
  add: 'Mitglied hinzufügen',
  noAccount:
    'Zu dieser E-Mail-Adresse gibt es kein Konto. Die Person registriert oder bewirbt sich erst; dann füge sie hinzu.',
  already: (role) => `Die Person gehört schon zur Organisation, mit der Rolle ${role}. Ändere sie in der Liste.`,
  isNow: (name, role) => `${name} hat jetzt die Rolle ${role}.`,
  changeRole: 'Rolle ändern',
  roleOf: (name) => `Rolle von ${name}`,
  yourOwn: 'Das ist deine eigene Rolle: Mit einer geringeren nimmst du das selbst nicht zurück.',
  remove: 'Entfernen',
  removeWhom: (name) => `${name} entfernen?`,
  removing: (name) => `${name} behält Rollen auf Tracks und kann hier nur noch, was diese erlauben.`,
  removed: (name) => `${name} ist kein Mitglied mehr.`,
  leave: 'Dich selbst entfernen?',
  leaving:
    'Du behältst deine Rollen auf Tracks und kannst hier nur noch, was diese erlauben. Dich selbst wieder hinzufügen kannst du nicht.',
  lastOwner:
    'Eine Organisation braucht jemanden, dem sie gehört. Gib die Rolle Inhaber:in erst einem anderen Mitglied.',
};
