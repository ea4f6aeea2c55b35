/** Texts that the pages of devices share, in Spanish. */
import type * as en from './en.ts';

const devices = { kiosk: 'un quiosco', board: 'una pantalla' };
export const pairing: typeof en.pairing = {
  unknown: 'Este código es desconocido, ya se ha usado o tiene más de diez minutos. Pide uno nuevo en el desk.',
  otherKind: (was, kind) =>
    `Este código era para ${devices[was]}. Añade ${devices[kind]} en el desk y abre su dirección.`,
  how: 'Alguien del equipo organizador pulsa en el desk Doors → Pair a device. Escanea ese código con este dispositivo o escribe sus 16 caracteres.',
  pair: 'Vincular',
};
