/** Texts of the page that accepts an invitation, in Spanish. */
import type * as en from './en.ts';

export const invite: typeof en.invite = {
  title: 'Invitación',
  youAre: 'Tienes una invitación',
  invitedTo: (hackathon, event) => `Tienes una invitación a ${event ? `${event} en ` : ''}${hackathon}`,
  by: (names, role) => `De ${names}${role ? `, ${role}` : ''}`,
  roles: {
    MENTOR: 'como mentor/a',
    JUDGE: 'como juez/a',
    TECH_PARTNER: 'como socio/a tecnológico/a',
    PARTNER: 'como socio/a',
  },
  goOn: 'Continuar',
  signIn: 'Iniciar sesión',
  isOld: 'Este enlace ya no funciona. Si ya la aceptaste, estás dentro.',
  isUsed: 'Este enlace se acaba de usar. Si has sido tú, estás dentro.',
  youAreIn: (hackathon) => `Tienes plaza: ${hackathon}`,
  isAccepted: 'La invitación está aceptada y has iniciado sesión.',
  showTicket: 'Ver mi entrada',
  judge: 'Ir al jurado',
  isForOther: (you, invited) =>
    `Has iniciado sesión como ${you}. Esta invitación es para ${invited}: al aceptarla, iniciarás sesión con esa cuenta.`,
  youAreSignedIn: (name, email) => `Has iniciado sesión como ${name} (${email}).`,
  accept: 'Aceptar la invitación',
  hasAccount: 'Ya tienes una cuenta: inicia sesión para aceptar.',
  email: 'Correo',
  yourPassword: 'Tu contraseña',
  signInAndAccept: 'Iniciar sesión y aceptar',
  newPassword: 'Elegir una contraseña nueva',
  sayWho: (isTicket) => `Elige una contraseña y ${isTicket ? 'tu entrada estará lista' : 'tu cuenta estará lista'}.`,
  name: 'Nombre',
  password: 'Contraseña',
};

export const refusals: typeof en.refusals = {
  PASSWORD_REQUIRED: 'Ya tienes una cuenta. Escribe su contraseña.',
  INVALID_CREDENTIALS: 'No es la contraseña de tu cuenta.',
  PERMISSION_DENIED: 'Esta invitación es para otra persona. Cierra sesión y abre el enlace de nuevo.',
  RATE_LIMITED: 'Demasiados intentos. Prueba más tarde.',
  MAX_PARTICIPANTS_REACHED:
    'El hackathon está completo en este momento. Guarda el enlace: funcionará en cuanto haya una plaza libre.',
};
