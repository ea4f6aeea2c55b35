/** The texts of emails in French. */
import type { EmailTexts } from './en.ts';

const roles = {
  MENTOR: 'mentor',
  JUDGE: 'membre du jury',
  TECH_PARTNER: 'partenaire technique',
  PARTNER: 'partenaire',
};
const notYou = 'Si ce n’était pas vous, ignorez cet e-mail';

export const fr: EmailTexts = {
  dates: 'fr-FR',
  hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  sentBy: (organization) =>
    organization === undefined ? 'Envoyé par Muster.' : `Envoyé par Muster pour ${organization}.`,
  because: (hackathon) => `Vous recevez cet e-mail à cause de ${hackathon}.`,
  noMore: 'Ne plus recevoir ces e-mails',
  orOpen: (url) => `Ou ouvrez cette adresse : ${url}`,
  checkinCode: 'Votre code d’entrée',
  checkinPicture: 'Votre code d’entrée sous forme de QR code',
  when: 'Quand',
  where: 'Où',
  openTicket: 'Ouvrir mon billet',
  openTickets: 'Ouvrir mes billets',
  codeIsYours: 'Ce code est à vous seul : la personne qui le montre entre à votre place.',
  signIn: 'Se connecter',
  choosePassword: 'Choisir un nouveau mot de passe',
  linkWorks: 'Le lien fonctionne une seule fois, pendant une heure.',

  verification: {
    subject: 'Confirmez votre adresse e-mail',
    confirm: 'Confirmer mon adresse',
    asked: 'Quelqu’un, vous espérons-nous, s’est inscrit avec cette adresse e-mail. Confirmez-la pour commencer.',
    type: 'Saisissez ce code sur la page où vous vous êtes inscrit. Il est valable 30 minutes.',
    password: (hasCode) =>
      `${hasCode ? 'Avec le lien, le' : 'Le'} mot de passe que vous avez choisi vous sera demandé. Le lien fonctionne une seule fois, pendant une heure.`,
    notYou: `${notYou} et ne donnez le code à personne : sans lui ou sans le mot de passe, rien ne se passe.`,
  },
  reset: {
    asked: 'Quelqu’un, vous espérons-nous, a demandé un nouveau mot de passe pour cette adresse e-mail.',
    notYou: `${notYou} : votre mot de passe reste le même.`,
  },
  knownAddress: {
    subject: 'Vous avez déjà un compte',
    asked:
      'Quelqu’un, vous espérons-nous, a voulu s’inscrire avec cette adresse e-mail. Elle a déjà un compte : il suffit de vous connecter.',
    forgotten: 'Si vous avez oublié votre mot de passe, vous pouvez en choisir un nouveau.',
    notYou: `${notYou} : rien n’a changé.`,
  },
  unknownAddress: {
    subject: 'Il n’y a pas de compte avec cette adresse',
    asked:
      'Quelqu’un, vous espérons-nous, a demandé un nouveau mot de passe pour cette adresse e-mail, mais elle n’a pas de compte.',
    perhaps: 'Peut-être vous êtes-vous inscrit avec une autre.',
    notYou: `${notYou}.`,
  },
  emailChange: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    confirm: 'Utiliser cette adresse',
    asked:
      'Quelqu’un, vous espérons-nous, veut utiliser cette adresse e-mail pour son compte. Confirmez-la pour la changer.',
    type: 'Saisissez ce code sur la page de votre compte.',
    works: 'Le code et le lien fonctionnent une seule fois, pendant une heure.',
    notYou: `${notYou} et ne donnez le code à personne : sans lui, rien ne se passe.`,
  },
  addressTaken: {
    subject: 'Cette adresse a déjà un compte',
    asked:
      'Quelqu’un, vous espérons-nous, veut utiliser cette adresse e-mail pour un autre compte. Elle en a déjà un : connectez-vous avec elle.',
  },
  emailStop: {
    subject: 'L’adresse de votre compte est en cours de changement',
    asked: (email) =>
      `Quelqu’un qui connaît votre mot de passe a demandé de changer l’adresse de votre compte en ${email}.`,
    you: 'Si c’était vous, il n’y a rien à faire.',
    notYou:
      'Sinon, arrêtez le changement. Vous gardez cette adresse, toutes les sessions sont fermées, et vous choisissez un nouveau mot de passe.',
    stop: 'Arrêter le changement',
    works: 'Le lien fonctionne une seule fois, pendant sept jours.',
  },
  factorsChanged: {
    subject: 'La connexion à votre compte a été modifiée',
    changed: {
      app_added: () => 'Une application qui crée des codes a été ajoutée à votre compte.',
      app_removed: () => 'L’application qui crée des codes a été retirée de votre compte.',
      passkey_added: (passkey) => `La clé d’accès « ${passkey} » a été ajoutée à votre compte.`,
      passkey_removed: (passkey) => `La clé d’accès « ${passkey} » a été retirée de votre compte.`,
    },
    notYou: 'Sinon, choisissez tout de suite un autre mot de passe et fermez toutes les sessions dans votre compte.',
    open: 'Ouvrir mon compte',
  },
  erasure: {
    subject: 'Votre compte va être effacé',
    after: (day) =>
      `Votre compte et tout ce qui est enregistré sur vous seront effacés après le ${day}. Personne ne pourra alors les récupérer.`,
    until: 'D’ici là, tout fonctionne comme avant, et vous pouvez garder votre compte.',
    keep: 'Garder mon compte',
    works: 'Le lien fonctionne une seule fois.',
    notYou: 'Si ce n’était pas vous, gardez votre compte et choisissez un autre mot de passe : quelqu’un le connaît.',
  },
  invitation: {
    subject: (hackathon) => `Vous êtes invité à ${hackathon}`,
    invites: (organization, hackathon) => `${organization} vous invite à ${hackathon}.`,
    accept: 'Accepter l’invitation',
    open: (until) => `L’invitation est valable jusqu’au ${until}.`,
    ignore: 'Si vous ne voulez pas venir, ignorez cet e-mail.',
  },
  roleInvitation: {
    subject: (role, event) => `Vous êtes invité à ${event} comme ${roles[role]}`,
    invites: (by, role, event) => `${by ?? 'L’équipe d’organisation'} vous invite à ${event} comme ${roles[role]}.`,
  },
  moved: {
    subject: (event) => `Vous êtes dans un autre parcours : ${event}`,
    moved: (event) => `L’équipe d’organisation vous a déplacé vers ${event}.`,
    bring: 'Apportez le code ci-dessous et montrez-le là-bas à l’entrée, sur votre téléphone ou sur papier.',
  },
  results: {
    subject: (event) => `Les résultats sont là : ${event}`,
    out: (event) => `Les résultats de ${event} sont là.`,
    rank: ({ team_name, rank, ranked, overall_score }) =>
      `Votre équipe ${team_name} est au rang ${rank} sur ${ranked}, avec une note globale de ${overall_score}.`,
    see: 'Voir les notes et les retours',
    thanks: 'Merci d’avoir participé.',
  },
  webhookDisabled: {
    subject: (organization) => `Un webhook de ${organization} a été désactivé`,
    failing: (organization, host, day) =>
      `Rien de ce que ${organization} envoie à ${host} n’est arrivé depuis le ${day}. Le webhook est donc désactivé.`,
    kept: 'Les envois manqués sont gardés 30 jours. Leur liste dit ce qui n’a pas marché.',
    again:
      'Quand le destinataire fonctionne de nouveau, réactivez le webhook : les envois en attente partent alors. Les faits suivants non ; lisez-les dans la liste des faits.',
  },
  accepted: {
    subject: (event, days) => `C’est bon, vous venez ! ${[event, days].filter(Boolean).join(', ')}`,
    place: (event) => `Vous avez une place à ${event}.`,
    confirm: (until) =>
      `Merci de confirmer votre venue sur votre billet, avant : ${until}. Après cela, votre place peut revenir à quelqu’un d’autre.`,
    bring: 'Apportez le code ci-dessous et montrez-le à l’entrée, sur votre téléphone ou sur papier.',
  },
  waitlisted: {
    subject: (event) => `Vous êtes sur la liste d’attente : ${event}`,
    full: (event) => `${event} est complet pour le moment, et vous êtes sur la liste d’attente.`,
    wait: 'Nous vous écrirons si une place se libère. D’ici là, il n’y a rien à faire.',
  },
  rejected: {
    subject: (event) => `À propos de votre inscription : ${event}`,
    sorry: (event) => `Nous sommes désolés : nous ne pouvons pas vous offrir de place à ${event} cette fois-ci.`,
    thanks: 'Merci de votre intérêt.',
  },
  undecided: {
    subject: (event) => `Pas encore décidé : ${event}`,
    mistaken: (event) =>
      `Notre dernier e-mail à propos de ${event} est parti trop tôt et n’est plus valable. Nous réexaminons votre candidature.`,
    wait: 'Nous vous écrirons dès que la décision sera prise. D’ici là, le code de cet e-mail n’est pas valable.',
  },
  confirmReminder: {
    subject: (hackathon) => `Merci de confirmer : ${hackathon}`,
    place: (hackathon) => `Vous avez une place à ${hackathon} et ne nous avez pas encore dit si vous viendrez.`,
    before: (until) =>
      `Merci de confirmer votre place ou d’y renoncer avant : ${until}. Après cela, elle peut revenir à quelqu’un d’autre.`,
    confirm: 'Confirmer ma place',
  },
  lapsed: {
    late: (hackathon) =>
      `Vous n’avez pas confirmé à temps votre place à ${hackathon}, elle peut donc revenir à quelqu’un d’autre. Vous êtes maintenant sur la liste d’attente.`,
    moves: 'Si une place se libère quand c’est votre tour, nous vous écrirons, et vous pourrez alors la confirmer.',
    back: 'Si vous voulez encore venir, écrivez à l’équipe d’organisation : elle peut vous redonner une place.',
    giveUp: 'Si vous ne pouvez pas venir, merci de renoncer à votre place.',
  },
};
