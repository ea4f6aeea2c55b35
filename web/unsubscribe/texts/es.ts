/** Texts of the page that stops announcements, in Spanish. */
import type * as en from './en.ts';

export const unsubscribe: typeof en.unsubscribe = {
  title: 'Correos',
  leadsNowhere: 'Este enlace no lleva a ninguna parte. Puede que esté incompleto.',
  isStopped: (organization) => `${organization} ya no te envía anuncios.`,
  question: (organization) => `¿Dejar de recibir los anuncios de ${organization}?`,
  othersCome: 'Los correos sobre tu propia plaza, como tu entrada, siguen llegando.',
  again: 'Volver a recibirlos',
  stop: 'No quiero más correos como este',
};
