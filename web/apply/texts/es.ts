/** Texts of the page to apply on, in Spanish. */
import { counted, number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const apply: typeof en.apply = {
  title: 'Inscribirse',
  loading: 'Cargando el hackathon',
  nothing: 'Aquí no hay nada',
  why: 'Puede que la dirección esté mal escrita, o que el hackathon ya no sea público.',
  seeHackathons: 'Ver hackathons',
};

export const about: typeof en.about = {
  tracks: 'Tracks',
  prizes: 'Premios',
  by: (sponsor) => ` de ${sponsor}`,
  projects: 'Ver los proyectos',
  closed: 'cerrado',
  hasClosed: (when) => `La inscripción se cerró: ${when}.`,
  isFull: 'No quedan plazas. Aun así puedes enviar tu solicitud: siempre se libera alguna.',
  left: (n, of) => `${plural(n, 'Queda', 'Quedan')} ${number(n)} de ${counted(of, 'plaza', 'plazas')}. `,
  closes: (when) => `La inscripción se cierra: ${when}.`,
};

export const account: typeof en.account = {
  yours: 'Tu cuenta',
  signIn: 'Iniciar sesión',
  name: 'Nombre',
  email: 'Correo',
  password: 'Contraseña',
  isWrong: 'El correo o la contraseña no son correctos.',
  hasAccount: 'Ya tengo una cuenta',
  hasNone: 'Aún no tengo cuenta',
  newPassword: 'Elegir una contraseña nueva',
  applyAs: (name, email) => `Envías la solicitud como ${name}, ${email}.`,
  applyAsHere: 'Envías la solicitud con la cuenta que ha iniciado sesión aquí.',
};

export const form: typeof en.form = {
  apply: 'Enviar solicitud',
  signUpAndApply: 'Registrarme y enviar solicitud',
  tracks: 'Tracks en los que quieres participar',
  lookForTeam: 'Busco equipo',
  privacy: 'el aviso de privacidad',
  terms: 'las condiciones',
  agreement: (texts) => ['He leído y acepto ', texts.map((text, place) => [place > 0 && ' y ', text])],
  isKept: '✓ Guardado en este dispositivo.',
  startOver: 'Empezar de nuevo',
  isEmptied: 'El formulario vuelve a estar vacío.',
  bringBack: 'Recuperarlo',
  keepsNothing: 'Este navegador no guarda nada: envíala antes de cerrar la página.',
  look: 'Revisa lo que está marcado arriba, por favor.',
};
