/** Texts of the page of an unknown address, in German. */
import type * as en from './en.ts';

export const nothing: typeof en.nothing = {
  title: 'Hier ist nichts',
  thisWay: 'Vielleicht ist die Adresse falsch geschrieben, oder es gibt nicht mehr, was hier war. Hier geht es weiter:',
};
