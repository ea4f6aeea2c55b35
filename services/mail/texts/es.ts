/** The texts of emails in Spanish. */
import type { EmailTexts } from './en.ts';

const roles = { MENTOR: 'mentor/a', JUDGE: 'juez/a', TECH_PARTNER: 'socio/a tecnológico/a', PARTNER: 'socio/a' };
const notYou = 'Si no has sido tú, ignora este correo';

export const es: EmailTexts = {
  dates: 'es-ES',
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  sentBy: (organization) =>
    organization === undefined ? 'Enviado por Muster.' : `Enviado por Muster en nombre de ${organization}.`,
  because: (hackathon) => `Recibes este correo por ${hackathon}.`,
  noMore: 'No quiero más correos como este',
  orOpen: (url) => `O abre esta dirección: ${url}`,
  checkinCode: 'Tu código de acceso',
  checkinPicture: 'Tu código de acceso como código QR',
  when: 'Cuándo',
  where: 'Dónde',
  openTicket: 'Abrir mi entrada',
  openTickets: 'Abrir mis entradas',
  codeIsYours: 'El código es solo tuyo: quien lo muestre entrará en tu lugar.',
  signIn: 'Iniciar sesión',
  choosePassword: 'Elegir una contraseña nueva',
  linkWorks: 'El enlace funciona una sola vez, durante una hora.',

  verification: {
    subject: 'Confirma tu dirección de correo',
    confirm: 'Confirmar mi dirección',
    asked: 'Alguien, esperamos que tú, se ha registrado con esta dirección de correo. Confírmala para empezar.',
    type: 'Escribe este código en la página donde te registraste. Vale durante 30 minutos.',
    password: (hasCode) =>
      `${hasCode ? 'Con el enlace se' : 'Se'} te pedirá la contraseña que elegiste. El enlace funciona una sola vez, durante una hora.`,
    notYou: `${notYou} y no des el código a nadie: sin él o sin la contraseña no pasa nada.`,
  },
  reset: {
    asked: 'Alguien, esperamos que tú, ha pedido una contraseña nueva para esta dirección de correo.',
    notYou: `${notYou}: tu contraseña sigue igual.`,
  },
  knownAddress: {
    subject: 'Ya tienes una cuenta',
    asked:
      'Alguien, esperamos que tú, ha intentado registrarse con esta dirección de correo. Ya tiene una cuenta: basta con iniciar sesión.',
    forgotten: 'Si has olvidado tu contraseña, puedes elegir una nueva.',
    notYou: `${notYou}: no ha cambiado nada.`,
  },
  unknownAddress: {
    subject: 'No hay ninguna cuenta con esta dirección',
    asked:
      'Alguien, esperamos que tú, ha pedido una contraseña nueva para esta dirección de correo, pero no tiene ninguna cuenta.',
    perhaps: 'Quizá te registraste con otra.',
    notYou: `${notYou}.`,
  },
  emailChange: {
    subject: 'Confirma tu nueva dirección de correo',
    confirm: 'Usar esta dirección',
    asked: 'Alguien, esperamos que tú, quiere usar esta dirección de correo para su cuenta. Confírmala para cambiar.',
    type: 'Escribe este código en la página de tu cuenta.',
    works: 'El código y el enlace funcionan una sola vez, durante una hora.',
    notYou: `${notYou} y no des el código a nadie: sin él no pasa nada.`,
  },
  addressTaken: {
    subject: 'Esta dirección ya tiene una cuenta',
    asked:
      'Alguien, esperamos que tú, quiere usar esta dirección de correo para otra cuenta. Ya tiene una: inicia sesión con ella.',
  },
  emailStop: {
    subject: 'Se está cambiando la dirección de tu cuenta',
    asked: (email) => `Alguien que conoce tu contraseña ha pedido cambiar la dirección de tu cuenta a ${email}.`,
    you: 'Si has sido tú, no tienes que hacer nada.',
    notYou:
      'Si no, detén el cambio. Conservas esta dirección, se cierran todas las sesiones y eliges una contraseña nueva.',
    stop: 'Detener el cambio',
    works: 'El enlace funciona una sola vez, durante siete días.',
  },
  factorsChanged: {
    subject: 'Ha cambiado el inicio de sesión de tu cuenta',
    changed: {
      app_added: () => 'Se ha añadido a tu cuenta una aplicación que genera códigos.',
      app_removed: () => 'Se ha quitado de tu cuenta la aplicación que genera códigos.',
      passkey_added: (passkey) => `Se ha añadido a tu cuenta la llave de acceso «${passkey}».`,
      passkey_removed: (passkey) => `Se ha quitado de tu cuenta la llave de acceso «${passkey}».`,
    },
    notYou: 'Si no, elige enseguida otra contraseña y cierra todas las sesiones en tu cuenta.',
    open: 'Abrir mi cuenta',
  },
  erasure: {
    subject: 'Tu cuenta se va a borrar',
    after: (day) =>
      `Tu cuenta y todo lo que está guardado sobre ti se borrarán después del ${day}. Entonces nadie podrá recuperarlo.`,
    until: 'Hasta entonces todo funciona como antes, y puedes conservar tu cuenta.',
    keep: 'Conservar mi cuenta',
    works: 'El enlace funciona una sola vez.',
    notYou: 'Si no has sido tú, conserva tu cuenta y elige otra contraseña: alguien la conoce.',
  },
  invitation: {
    subject: (hackathon) => `Tienes una invitación a ${hackathon}`,
    invites: (organization, hackathon) => `${organization} te invita a ${hackathon}.`,
    accept: 'Aceptar la invitación',
    open: (until) => `La invitación vale hasta el ${until}.`,
    ignore: 'Si no quieres venir, ignora este correo.',
  },
  roleInvitation: {
    subject: (role, event) => `Tienes una invitación a ${event} como ${roles[role]}`,
    invites: (by, role, event) => `${by ?? 'El equipo organizador'} te invita a ${event} como ${roles[role]}.`,
  },
  moved: {
    subject: (event) => `Estás en otro track: ${event}`,
    moved: (event) => `El equipo organizador te ha pasado a ${event}.`,
    bring: 'Trae el código de abajo y muéstralo allí en la entrada, en el móvil o en papel.',
  },
  results: {
    subject: (event) => `Ya hay resultados: ${event}`,
    out: (event) => `Ya están los resultados de ${event}.`,
    rank: ({ team_name, rank, ranked, overall_score }) =>
      `Tu equipo ${team_name} está en el puesto ${rank} de ${ranked}, con una puntuación total de ${overall_score}.`,
    see: 'Ver puntuaciones y comentarios',
    thanks: 'Gracias por participar.',
  },
  webhookDisabled: {
    subject: (organization) => `Se ha desactivado un webhook de ${organization}`,
    failing: (organization, host, day) =>
      `Nada de lo que ${organization} envía a ${host} ha llegado desde el ${day}, así que el webhook está desactivado.`,
    kept: 'Lo que no se pudo enviar se guarda 30 días. Sus entregas dicen qué falló.',
    again:
      'Cuando el receptor vuelva a funcionar, activa el webhook: entonces se envían las entregas pendientes. Los hechos posteriores no; léelos en la lista de hechos.',
  },
  accepted: {
    subject: (event, days) => `¡Tienes plaza! ${[event, days].filter(Boolean).join(', ')}`,
    place: (event) => `Tienes una plaza en ${event}.`,
    confirm: (until) =>
      `Confirma en tu entrada que vendrás, antes de: ${until}. Después, tu plaza puede pasar a otra persona.`,
    bring: 'Trae el código de abajo y muéstralo en la entrada, en el móvil o en papel.',
  },
  waitlisted: {
    subject: (event) => `Estás en la lista de espera: ${event}`,
    full: (event) => `${event} está completo en este momento, y estás en la lista de espera.`,
    wait: 'Te escribiremos si queda una plaza libre. Hasta entonces no tienes que hacer nada.',
  },
  rejected: {
    subject: (event) => `Sobre tu solicitud: ${event}`,
    sorry: (event) => `Lo sentimos: esta vez no podemos ofrecerte una plaza en ${event}.`,
    thanks: 'Gracias por tu interés.',
  },
  undecided: {
    subject: (event) => `Aún sin decidir: ${event}`,
    mistaken: (event) =>
      `Nuestro último correo sobre ${event} se envió demasiado pronto y ya no es válido. Estamos revisando tu solicitud de nuevo.`,
    wait: 'Te escribiremos en cuanto se decida. Hasta entonces, el código de ese correo no es válido.',
  },
  confirmReminder: {
    subject: (hackathon) => `Confirma, por favor: ${hackathon}`,
    place: (hackathon) => `Tienes una plaza en ${hackathon} y aún no nos has dicho si vendrás.`,
    before: (until) => `Confirma tu plaza o renuncia a ella antes de: ${until}. Después puede pasar a otra persona.`,
    confirm: 'Confirmar mi plaza',
  },
  lapsed: {
    late: (hackathon) =>
      `No confirmaste a tiempo tu plaza en ${hackathon}, así que puede pasar a otra persona. Ahora estás en la lista de espera.`,
    moves: 'Si queda una plaza libre cuando te toque, te escribiremos y podrás confirmarla.',
    back: 'Si aún quieres venir, escribe al equipo organizador: puede darte una plaza de nuevo.',
    giveUp: 'Si no puedes venir, renuncia a tu plaza, por favor.',
  },
};
