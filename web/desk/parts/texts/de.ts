/** Texts of the desk's forms and windows that load later, in German. */
import { number } from '../../../shared/intl.ts';
import { views } from '../../texts/de.ts';
import type * as en from './en.ts';

export const forms: typeof en.forms = {
  nothingSaved: 'Es wurde nichts gespeichert. Sieh dir bitte die markierten Felder oben an.',
  period: 'das Ende muss nach dem Anfang liegen',
  mayBeLeftOut: 'Optional',
  name: 'Name',
  email: 'E-Mail-Adresse',
  save: 'Speichern',
  add: 'Hinzufügen',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  change: 'Ändern',
  state: 'Stand',
};

export const words: typeof en.words = {
  yes: 'ja',
  no: 'nein',
  justNow: 'gerade eben',
  more: (n) => `${number(n)} weitere`,
  somebody: 'Jemand',
};

export const keyList: typeof en.keyList = {
  title: 'Tasten',
  toTickets: 'Meine Tickets',
  toJudging: 'Bewerten',
  search: 'zur Suche',
  rows: 'zur nächsten Zeile, zur vorigen',
  views: `zu ${Object.values(views).join(', ')}; bei ${views.reviews} sind 1 bis 5 Punkte`,
  list: 'zu dieser Liste',
  enterKey: 'Enter',
  enter: 'öffnet oder drückt, was den Fokus hat',
  escapeKey: 'Esc',
  escape: 'schließt ein Fenster',
  use: 'Tasten in diesem Browser verwenden',
};
