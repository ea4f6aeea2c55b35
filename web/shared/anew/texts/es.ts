/** Texts of the question whether a device shall be paired anew, in Spanish. */
import { number, plural } from '../../intl.ts';
import type * as en from './en.ts';

export const anew: typeof en.anew = {
  title: { kiosk: '¿Vincular de nuevo este quiosco?', board: '¿Vincular de nuevo esta pantalla?' },
  stays: { kiosk: 'Este quiosco queda como está', board: 'Esta pantalla queda como está' },
  now: 'Vinculación actual',
  next: 'Con el enlace',
  waiting: (n) =>
    plural(
      n,
      'Falta un escaneo por enviar. Se envía primero, al lugar donde se hizo.',
      `Faltan ${number(n)} escaneos por enviar. Se envían primero, al lugar donde se hicieron.`,
    ),
  stay: 'Dejarlo como está',
  pair: 'Vincular de nuevo',
  close: 'Cerrar',
};
