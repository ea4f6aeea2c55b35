/** Texts of API keys and webhooks, in German. */
import { counted, number } from '../../../../shared/intl.ts';
import type * as en from './en.ts';

export const once: typeof en.once = {
  notAgain: 'Kopiere das jetzt: Es wird nicht noch einmal angezeigt.',
  done: 'Fertig',
};

export const keys: typeof en.keys = {
  title: 'API-Schlüssel',
  make: 'API-Schlüssel anlegen',
  about: (organization) =>
    `Ein Programm mit einem Schlüssel handelt für die Person, die ihn angelegt hat, mit ihren Rechten in ${organization}.`,
  none: 'Noch kein Schlüssel. Ein Programm braucht einen, um die API zu nutzen.',
  key: 'Schlüssel',
  person: 'Handelt für',
  lastUsed: 'Zuletzt genutzt',
  never: 'nie',
  ends: 'Endet',
  over: 'abgelaufen',
  until: (day, hour) => `${day}, ${hour}`,
  caption: 'Alle API-Schlüssel',
  end: 'Beenden',
  endWhich: (label) => `${label} beenden?`,
  ended: (label) => `${label} ist beendet.`,
  stops: (person) =>
    `Programme, die ihn für ${person} nutzen, werden sofort abgewiesen, und Schlüssel, die mit ihm angelegt wurden, enden ebenfalls. Das lässt sich nicht zurücknehmen.`,
  actsForYou: (organization) =>
    `Der Schlüssel handelt für dich: Ein Programm, das ihn hat, darf in ${organization} alles, was du darfst.`,
  label: 'Bezeichnung',
  labelHint: 'Das Programm, das ihn bekommt, zum Beispiel Laptop am Eingang',
  taken: 'Ein anderer Schlüssel der Organisation heißt schon so.',
  tooMany: 'Du hast 25 Schlüssel in dieser Organisation, mehr geht nicht. Beende erst einen.',
  endsHint: (zone) => `Optional. ${zone}`,
  makeIt: 'Schlüssel anlegen',
  isMade: (label) => `${label} ist angelegt`,
  howToSend: 'Das Programm sendet ihn im Header X-Api-Key.',
};

export const webhooks: typeof en.webhooks = {
  title: 'Webhooks',
  add: 'Webhook hinzufügen',
  about:
    'Ein Webhook meldet einem Programm von dir, was geschieht, zum Beispiel ein Check-in oder ein neues Team, sobald es geschieht.',
  none: 'Noch kein Webhook.',
  address: 'Adresse',
  types: 'Bekommt',
  everything: 'alles',
  everythingAnd: (type) => `alles, und ${type}`,
  of: 'Hackathon',
  allOf: (organization) => `Alle von ${organization}`,
  active: 'aktiv',
  disabled: 'ausgeschaltet',
  ended: 'vom Empfänger beendet',
  failing: (day) => `scheitert seit ${day}`,
  caption: 'Alle Webhooks',
  deliveries: 'Zustellungen',
  deleting:
    'Dorthin wird nichts mehr gesendet, und wartende Zustellungen sind verloren. Das lässt sich nicht zurücknehmen.',
};

export const webhookForm: typeof en.webhookForm = {
  add: 'Webhook hinzufügen',
  isAdded: (host) => `${host} ist hinzugefügt`,
  address: 'Adresse',
  addressHint: 'https, und aus dem Internet erreichbar',
  of: 'Hackathon',
  allOf: (organization) => `Alle von ${organization}`,
  types: 'Inhalt',
  getsIt: 'Typen',
  manners: { all: 'Alles außer abgewiesenen Scans', some: 'Nur angekreuzte Typen' },
  ticked: (n, of) => `${number(n)} von ${number(of)}`,
  description: 'Beschreibung',
  isOn: 'Eingeschaltet',
  secret: 'Geheimnis',
  secretUse: 'Daran erkennt der Empfänger, dass eine Zustellung von hier kommt.',
  newSecret: 'Neues Geheimnis',
  newSecretFor: (host) => `Ein neues Geheimnis für ${host}?`,
  bothSign: '24 Stunden lang werden Zustellungen mit beiden Geheimnissen signiert. Danach gilt nur noch das neue.',
  tooMany: 'Die Organisation hat 50 Webhooks, mehr geht nicht. Lösche erst einen.',
  forbidden: {
    address: 'Das ist keine Adresse im Web.',
    scheme: 'Die Adresse muss mit https:// beginnen.',
    credentials: 'In der Adresse dürfen weder Benutzername noch Passwort stehen.',
    port: 'Der Port muss 443 sein, oder über 1023.',
    private: 'Die Adresse liegt in einem privaten Netz. Sie muss aus dem Internet erreichbar sein.',
  },
};

/** The subjects of facts, by which types are grouped. */
export const groups: typeof en.groups = {
  registration: 'Bewerbungen und Plätze',
  review: 'Bewertungen',
  participant: 'Einladungen',
  checkin: 'Check-ins',
  checkin_point: 'Eingänge',
  team: 'Teams',
  submission: 'Projekte',
  criterion: 'Kriterien',
  assignment: 'Jury',
  results: 'Ergebnisse',
  event: 'Tracks',
  super_event: 'Hackathon, Fragen und Preise',
  prize: 'Vergebene Preise',
  announcement: 'E-Mails',
  role: 'Rollen',
  organization: 'Organisation',
  member: 'Mitglieder',
  person: 'Gelöschte Personen',
  device: 'Kioske und Anzeigen',
  key: 'API-Schlüssel',
  webhook: 'Webhooks',
};

export const deliveries: typeof en.deliveries = {
  title: (host) => `Zustellungen an ${host}`,
  test: 'Test senden',
  arrived: (answer, ms) => `Der Test ist angekommen. Der Empfänger ${answer}, nach ${ms} ms.`,
  failed: (why) => `Der Test ist nicht angekommen. Der Empfänger ${why}.`,
  answered: (status) => `hat mit ${status} geantwortet`,
  errors: {
    ADDRESS_FORBIDDEN: 'hat eine Adresse in einem privaten Netz, dorthin wird nichts gesendet',
    NAME_UNKNOWN: 'hat keine Adresse: Der Name ist unbekannt',
    CONNECTION_FAILED: 'war nicht erreichbar: Dort läuft kein Programm, oder die Verbindung brach ab',
    TLS_FAILED: 'hat kein gültiges Zertifikat oder spricht kein https',
    TIMEOUT: 'hat nicht innerhalb von 15 Sekunden vollständig geantwortet',
    BAD_ANSWER: 'hat geantwortet, aber nicht mit HTTP',
    REFUSED: 'nur ein Status von 200 bis 299 gilt als empfangen',
    SECRET_UNREADABLE: 'hat nichts bekommen, weil das Geheimnis nicht mehr lesbar ist: Erstelle ein neues',
  },
  all: 'Alle',
  statuses: { pending: 'wartet', delivered: 'zugestellt', failed: 'gescheitert' },
  none: 'In den letzten 30 Tagen wurde nichts gesendet.',
  type: 'Typ',
  tries: (n) => counted(n, 'Versuch', 'Versuche'),
  caption: 'Die neuesten Zustellungen',
  again: 'Noch einmal senden',
  isSent: (type) => `${type} wird noch einmal gesendet.`,
  notActive: 'Der Webhook ist ausgeschaltet oder beendet. Schalte ihn erst ein.',
};
