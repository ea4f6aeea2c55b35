/** The texts of emails in German. */
import type { EmailTexts } from './en.ts';

const roles = { MENTOR: 'Mentor:in', JUDGE: 'Jurymitglied', TECH_PARTNER: 'Technik-Partner:in', PARTNER: 'Partner:in' };
const notYou = 'Wenn du das nicht warst, ignoriere diese E-Mail';

export const de: EmailTexts = {
  dates: 'de-DE',
  hello: (name) => (name ? `Hallo ${name},` : 'Hallo,'),
  sentBy: (organization) =>
    organization === undefined ? 'Gesendet von Muster.' : `Gesendet von Muster für ${organization}.`,
  because: (hackathon) => `Du bekommst diese E-Mail wegen ${hackathon}.`,
  noMore: 'Keine solchen E-Mails mehr',
  orOpen: (url) => `Oder öffne diese Adresse: ${url}`,
  checkinCode: 'Dein Check-in-Code',
  checkinPicture: 'Dein Check-in-Code als QR-Code',
  when: 'Wann',
  where: 'Wo',
  openTicket: 'Mein Ticket öffnen',
  openTickets: 'Meine Tickets öffnen',
  codeIsYours: 'Der Code gehört nur dir: Wer ihn zeigt, wird an deiner Stelle eingecheckt.',
  signIn: 'Anmelden',
  choosePassword: 'Neues Passwort wählen',
  linkWorks: 'Der Link funktioniert einmal, eine Stunde lang.',

  verification: {
    subject: 'Bestätige deine E-Mail-Adresse',
    confirm: 'Meine Adresse bestätigen',
    asked: 'Jemand, hoffentlich du, hat sich mit dieser E-Mail-Adresse registriert. Bestätige sie, um anzufangen.',
    type: 'Gib diesen Code auf der Seite ein, auf der du dich registriert hast. Er gilt 30 Minuten.',
    password: (hasCode) =>
      `${hasCode ? 'Mit dem Link wirst du' : 'Du wirst'} nach dem Passwort gefragt, das du gewählt hast. Der Link funktioniert einmal, eine Stunde lang.`,
    notYou: `${notYou} und gib den Code an niemanden weiter: Ohne ihn oder das Passwort passiert nichts.`,
  },
  reset: {
    asked: 'Jemand, hoffentlich du, möchte ein neues Passwort für diese E-Mail-Adresse.',
    notYou: `${notYou}: Dein Passwort bleibt, wie es ist.`,
  },
  knownAddress: {
    subject: 'Du hast schon ein Konto',
    asked:
      'Jemand, hoffentlich du, wollte sich mit dieser E-Mail-Adresse registrieren. Sie hat schon ein Konto: Melde dich einfach an.',
    forgotten: 'Wenn du dein Passwort vergessen hast, kannst du ein neues wählen.',
    notYou: `${notYou}: Es hat sich nichts geändert.`,
  },
  unknownAddress: {
    subject: 'Zu dieser Adresse gibt es kein Konto',
    asked: 'Jemand, hoffentlich du, möchte ein neues Passwort für diese E-Mail-Adresse, aber sie hat kein Konto.',
    perhaps: 'Vielleicht hast du dich mit einer anderen registriert.',
    notYou: `${notYou}.`,
  },
  emailChange: {
    subject: 'Bestätige deine neue E-Mail-Adresse',
    confirm: 'Diese Adresse verwenden',
    asked:
      'Jemand, hoffentlich du, möchte diese E-Mail-Adresse für sein Konto verwenden. Bestätige sie, um zu wechseln.',
    type: 'Gib diesen Code auf der Seite deines Kontos ein.',
    works: 'Der Code und der Link funktionieren einmal, eine Stunde lang.',
    notYou: `${notYou} und gib den Code an niemanden weiter: Ohne ihn passiert nichts.`,
  },
  addressTaken: {
    subject: 'Diese Adresse hat schon ein Konto',
    asked:
      'Jemand, hoffentlich du, möchte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie hat schon eines: Melde dich damit an.',
  },
  emailStop: {
    subject: 'Die Adresse deines Kontos wird geändert',
    asked: (email) => `Jemand, der dein Passwort kennt, möchte die Adresse deines Kontos in ${email} ändern.`,
    you: 'Wenn du das warst, ist nichts zu tun.',
    notYou:
      'Wenn nicht, stoppe die Änderung. Du behältst diese Adresse, alle werden abgemeldet, und du wählst ein neues Passwort.',
    stop: 'Änderung stoppen',
    works: 'Der Link funktioniert einmal, sieben Tage lang.',
  },
  factorsChanged: {
    subject: 'Die Anmeldung deines Kontos wurde geändert',
    changed: {
      app_added: () => 'Zu deinem Konto wurde eine App hinzugefügt, die Codes erzeugt.',
      app_removed: () => 'Die App, die Codes erzeugt, wurde aus deinem Konto entfernt.',
      passkey_added: (passkey) => `Zu deinem Konto wurde der Passkey „${passkey}“ hinzugefügt.`,
      passkey_removed: (passkey) => `Der Passkey „${passkey}“ wurde aus deinem Konto entfernt.`,
    },
    notYou: 'Wenn nicht, wähle sofort ein anderes Passwort und beende in deinem Konto alle Sitzungen.',
    open: 'Mein Konto öffnen',
  },
  erasure: {
    subject: 'Dein Konto wird gelöscht',
    after: (day) =>
      `Dein Konto und alles, was über dich gespeichert ist, wird nach dem ${day} gelöscht. Dann kann es niemand zurückholen.`,
    until: 'Bis dahin funktioniert alles wie bisher, und du kannst dein Konto behalten.',
    keep: 'Mein Konto behalten',
    works: 'Der Link funktioniert einmal.',
    notYou: 'Wenn du das nicht warst, behalte dein Konto und wähle ein anderes Passwort: Jemand kennt es.',
  },
  invitation: {
    subject: (hackathon) => `Du bist zu ${hackathon} eingeladen`,
    invites: (organization, hackathon) => `${organization} lädt dich zu ${hackathon} ein.`,
    accept: 'Einladung annehmen',
    open: (until) => `Die Einladung gilt bis ${until}.`,
    ignore: 'Wenn du nicht kommen möchtest, ignoriere diese E-Mail.',
  },
  roleInvitation: {
    subject: (role, event) => `Du bist als ${roles[role]} zu ${event} eingeladen`,
    invites: (by, role, event) => `${by ?? 'Das Organisationsteam'} lädt dich als ${roles[role]} zu ${event} ein.`,
  },
  moved: {
    subject: (event) => `Du bist jetzt auf einem anderen Track: ${event}`,
    moved: (event) => `Das Organisationsteam hat dich zu ${event} verschoben.`,
    bring: 'Bring den Code unten mit und zeig ihn dort am Eingang, auf dem Handy oder auf Papier.',
  },
  results: {
    subject: (event) => `Die Ergebnisse sind da: ${event}`,
    out: (event) => `Die Ergebnisse von ${event} sind da.`,
    rank: ({ team_name, rank, ranked, overall_score }) =>
      `Dein Team ${team_name} ist auf Platz ${rank} von ${ranked}, mit ${overall_score} Punkten insgesamt.`,
    see: 'Punkte und Rückmeldungen ansehen',
    thanks: 'Danke, dass du dabei warst.',
  },
  webhookDisabled: {
    subject: (organization) => `Ein Webhook von ${organization} wurde abgeschaltet`,
    failing: (organization, host, day) =>
      `Nichts, was ${organization} an ${host} sendet, ist seit ${day} angekommen. Deshalb ist der Webhook abgeschaltet.`,
    kept: 'Nicht Zugestelltes wird 30 Tage aufbewahrt. Die Zustellungen zeigen, woran es lag.',
    again:
      'Sobald der Empfänger wieder funktioniert, schalte den Webhook ein: Wartende Zustellungen werden dann gesendet. Spätere Fakten nicht; lies sie aus der Liste der Fakten.',
  },
  accepted: {
    subject: (event, days) => `Du bist dabei! ${[event, days].filter(Boolean).join(', ')}`,
    place: (event) => `Du hast einen Platz bei ${event}.`,
    confirm: (until) =>
      `Bitte bestätige auf deinem Ticket vor ${until}, dass du kommst. Danach kann dein Platz an jemand anderen gehen.`,
    bring: 'Bring den Code unten mit und zeig ihn am Eingang, auf dem Handy oder auf Papier.',
  },
  waitlisted: {
    subject: (event) => `Du bist auf der Warteliste: ${event}`,
    full: (event) => `${event} ist im Moment voll, und du bist auf der Warteliste.`,
    wait: 'Wir schreiben dir, wenn ein Platz frei wird. Bis dahin ist nichts zu tun.',
  },
  rejected: {
    subject: (event) => `Zu deiner Bewerbung: ${event}`,
    sorry: (event) => `Es tut uns leid: Wir können dir diesmal keinen Platz bei ${event} anbieten.`,
    thanks: 'Danke für dein Interesse.',
  },
  undecided: {
    subject: (event) => `Noch nicht entschieden: ${event}`,
    mistaken: (event) =>
      `Unsere letzte E-Mail zu ${event} kam zu früh und gilt nicht mehr. Wir sehen uns deine Bewerbung noch einmal an.`,
    wait: 'Wir schreiben dir, sobald entschieden ist. Ein Code aus jener E-Mail gilt bis dahin nicht.',
  },
  confirmReminder: {
    subject: (hackathon) => `Bitte bestätige: ${hackathon}`,
    place: (hackathon) => `Du hast einen Platz bei ${hackathon} und hast uns noch nicht gesagt, ob du kommst.`,
    before: (until) =>
      `Bitte bestätige deinen Platz vor ${until} oder gib ihn zurück. Danach kann er an jemand anderen gehen.`,
    confirm: 'Meinen Platz bestätigen',
  },
  lapsed: {
    late: (hackathon) =>
      `Du hast deinen Platz bei ${hackathon} nicht rechtzeitig bestätigt, deshalb kann er an jemand anderen gehen. Du bist jetzt auf der Warteliste.`,
    moves: 'Wenn ein Platz frei wird und du an der Reihe bist, schreiben wir dir, und du kannst ihn dann bestätigen.',
    back: 'Wenn du trotzdem kommen möchtest, schreib dem Organisationsteam: Es kann dir wieder einen Platz geben.',
    giveUp: 'Wenn du nicht kommen kannst, gib deinen Platz bitte zurück.',
  },
};
