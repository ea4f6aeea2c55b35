/** Texts of the page that stops announcements, in French. */
import type * as en from './en.ts';

export const unsubscribe: typeof en.unsubscribe = {
  title: 'E-mails',
  leadsNowhere: 'Ce lien ne mène nulle part. Il est peut-être incomplet.',
  isStopped: (organization) => `${organization} ne vous envoie plus d’annonces.`,
  question: (organization) => `Ne plus recevoir les annonces de ${organization} ?`,
  othersCome: 'Les e-mails sur votre propre place, comme votre billet, arrivent toujours.',
  again: 'Les recevoir à nouveau',
  stop: 'Ne plus recevoir ces e-mails',
};
