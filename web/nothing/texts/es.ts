/** Texts of the page of an unknown address, in Spanish. */
import type * as en from './en.ts';

export const nothing: typeof en.nothing = {
  title: 'Aquí no hay nada',
  thisWay: 'Puede que la dirección esté mal escrita, o que lo que había aquí ya no exista. Sigue por aquí:',
};
