/** Texts of an application that is on its way or has arrived, in Spanish. */
import type * as en from './en.ts';

export const after: typeof en.after = {
  almost: (hackathon) => `Ya casi está: ${hackathon}`,
  back: 'Volver al formulario',
  isConfirmed: '¿Ya confirmada? Iniciar sesión',
  applying: (hackathon) => `Solicitud para ${hackathon}`,
  sending: 'Enviando tu solicitud',
  isOffline: 'No tienes conexión. Tu solicitud está guardada en este dispositivo y se enviará cuando vuelva la red.',
  triesAgain: 'Se vuelve a intentar automáticamente.',
  smallerFiles: ' Si la red es lenta, los archivos más pequeños llegan antes.',
  hasApplied: (hackathon) => `Has enviado tu solicitud para ${hackathon}`,
  hadApplied: (hackathon) => `Ya has enviado tu solicitud para ${hackathon}.`,
  decide: (email) =>
    `El equipo organizador decide y ${email === undefined ? 'te llega un correo' : `llega un correo a ${email}`}. Hasta entonces puedes cambiar tus respuestas.`,
  see: 'Ver mi solicitud',
};
