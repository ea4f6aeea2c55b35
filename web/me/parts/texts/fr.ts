/** Texts of the parts of tickets that load later, in French. */
import { counted, number, ordinalForm, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const answers: typeof en.answers = {
  loading: 'Chargement de vos réponses',
  onTrack: (track) => `Dans ${track}`,
  noneGiven: 'Aucune réponse.',
  noneAsked: 'Rien n’a été demandé.',
  change: 'Modifier mes réponses',
  isSaving: 'Enregistrement…',
  save: 'Enregistrer',
  leave: 'Laisser comme avant',
  isOffline: 'Vous êtes hors ligne. Vos modifications sont encore là : enregistrez-les quand le réseau reviendra.',
  isDecided: 'L’équipe d’organisation a décidé entre-temps : les réponses restent telles quelles.',
  look: 'Merci de regarder les réponses marquées ci-dessus.',
  former: 'Une ancienne question',
  yes: 'Oui',
  no: 'Non',
};

export const place: typeof en.place = {
  isConfirmed: '✓ Vous avez confirmé votre venue.',
  hasLapsed:
    'Vous n’avez pas confirmé votre place à temps, elle peut donc revenir à quelqu’un d’autre. Si vous voulez encore venir, écrivez à l’équipe d’organisation : elle peut vous redonner une place.',
  willYouCome: 'Viendrez-vous ?',
  confirmBefore: (when) =>
    ` Confirmez votre place ou renoncez-y avant : ${when}. Après cela, elle peut revenir à quelqu’un d’autre.`,
  confirm: 'Oui, je viendrai',
  giveUp: 'Renoncer à ma place',
  giveUpQuestion: (hackathon) => `Renoncer à votre place à ${hackathon} ?`,
  giveUpMeans: 'Votre place revient à quelqu’un d’autre et vous quittez votre équipe. C’est définitif.',
  leaveTrack: 'Quitter ce parcours',
  leaveQuestion: (track) => `Quitter ${track} ?`,
  leaveMeans: 'Vous y quittez votre équipe. Vos autres parcours restent.',
  keep: 'Garder ma place',
};

export const finding: typeof en.finding = {
  title: 'Équipe',
  noTeam:
    'Vous n’êtes encore dans aucune équipe. Créez-en une, rejoignez une équipe ouverte ou ouvrez un lien que l’on vous envoie.',
  start: 'Créer une équipe',
  open: 'Équipes ouvertes',
  placesLeft: (n) => counted(n, 'place libre', 'places libres'),
  join: 'Rejoindre',
  joinTeam: (name) => `Rejoindre ${name}`,
  looking: (n) => plural(n, 'Une personne cherche une équipe', `${number(n)} personnes cherchent une équipe`),
  name: 'Nom',
  problem: 'Ce que vous voulez résoudre (facultatif)',
  isOpen: 'D’autres peuvent nous rejoindre sans lien',
  isLooking: 'Montrer aux autres que je cherche une équipe',
  byCode: 'J’ai un code',
  code: 'Le code de l’invitation',
  byOrganizers:
    'L’équipe d’organisation forme les équipes. La vôtre s’affichera ici dès que vous serez dans l’une d’elles.',
  found: 'Créer l’équipe',
};

export const team: typeof en.team = {
  title: (name) => `Équipe ${name}`,
  table: (name) => ['Table ', name],
  isLocked: (since) => `Les équipes sont figées (${since}). Seule l’équipe d’organisation peut encore les changer.`,
  won: (prizes) => `Gagné : ${prizes}`,
  change: 'Changer le nom et le problème',
  isFull: 'L’équipe est complète.',
  placesLeft: (n) => `Il reste ${counted(n, 'place', 'places')}.`,
  newLink: 'Créer un nouveau lien',
  invite: 'Inviter par un lien',
  send: 'Envoyez ce lien aux personnes que vous voulez dans votre équipe :',
  goodUntil: (when) => `Valable jusqu’à : ${when}. Un nouveau lien remplace celui-ci.`,
  orCode: (code) => ['Ou le code : ', code],
  share: 'Partager le lien…',
  isCopied: '✓ Copié',
  copy: 'Copier le lien',
  leave: 'Quitter l’équipe',
  leaveQuestion: (name) => `Quitter ${name} ?`,
  othersStay: 'Votre place dans l’équipe se libère.',
  isLast: 'Vous êtes son dernier membre : elle disparaît.',
  stay: 'Rester',
  leaveIt: 'Quitter',
  whoLeads: 'Qui la dirige ensuite ?',
  left: 'Quelqu’un qui est parti',
  leads: 'dirige l’équipe',
  makeLeader: 'Confier la direction',
  makeNamedLeader: (name) => `Confier la direction : ${name}`,
  leadQuestion: (name) => `Confier la direction à ${name} ?`,
  leadMeans: () => 'Seule cette personne pourra vous la rendre.',
  remove: 'Retirer',
  removeNamed: (name) => `Retirer ${name}`,
  removeQuestion: (name) => `Retirer ${name} de l’équipe ?`,
  removeMeans: 'Sa place se libère, et le lien vers l’équipe prend fin.',
  cancel: 'Annuler',
};

export const project: typeof en.project = {
  of: (team) => `Projet de ${team}`,
  title: 'Projet',
  closesSoon: (when) => `Moins d’une minute : la remise se termine à ${when}.`,
  handInUntil: (when) => (when === null ? 'Remettez-le quand vous voulez.' : `Remettez-le avant : ${when}.`),
  changeUntil: (when) => `Remis. Vous pouvez le modifier ${when === null ? 'à tout moment' : `jusqu’à : ${when}`}.`,
  wasLate: (seconds) => `Il est arrivé avec ${counted(seconds, 'seconde', 'secondes')} de retard et compte.`,
  hasClosed: (when, isHandedIn) =>
    `La remise s’est terminée : ${when}. ${isHandedIn ? 'Le vôtre est remis.' : 'Rien n’a été remis.'}`,
  name: 'Titre',
  description: 'Ce qu’il fait (facultatif)',
  links: 'Liens (facultatif), un par ligne',
  video: 'Vidéo (facultatif)',
  videoHint: 'Son adresse, par exemple https://…',
  builtWith: 'Réalisé avec (facultatif)',
  builtWithHint: 'Séparé par des virgules : Rust, Postgres',
  show: 'Le montrer parmi les projets du hackathon',
  isHandingIn: 'Remise…',
  handIn: 'Remettre',
  refused: (why) => `✕ Non accepté : ${why}`,
  isSaved: '✓ Enregistré',
  isSaving: '… Enregistrement',
  keepsNothing: '! Cet appareil ne garde rien : laissez la page ouverte jusqu’à l’enregistrement.',
  doesNotCount: '□ Gardé sur cet appareil. Il ne compte qu’une fois remis.',
  isSentSoon: '□ Gardé sur cet appareil, envoyé dans un instant.',
  isSentLater: '□ Gardé sur cet appareil, envoyé quand le réseau reviendra.',
  prizes: 'Prix que vous visez (facultatif)',
  all: 'Projets de toutes les équipes',
};

export const code: typeof en.code = {
  label: 'Le QR code de votre billet',
  close: 'Fermer',
};

export const result: typeof en.result = {
  rank: (n, all) =>
    `${number(n)}${ordinalForm(n) === 'one' ? 're' : 'e'} place${all === undefined ? '' : ` sur ${number(all)}`}`,
  score: (score, best) => (best === undefined ? score : `${score} sur ${number(best)}`),
  explanation: 'Comment votre note a été calculée',
};
