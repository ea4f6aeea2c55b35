/** Texts of the page of an unknown address, in French. */
import type * as en from './en.ts';

export const nothing: typeof en.nothing = {
  title: 'Il n’y a rien ici',
  thisWay: 'L’adresse est peut-être mal saisie, ou ce qui était ici n’existe plus. Par ici :',
};
