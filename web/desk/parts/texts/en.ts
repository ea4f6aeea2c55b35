/** Texts of the desk's forms and windows that load later, in English. */
import { number } from '../../../shared/intl.ts';
import { views } from '../../texts/en.ts';

export const forms = {
  nothingSaved: 'Nothing was saved. Please look at the fields marked above.',
  period: 'the end has to be after the beginning',
  mayBeLeftOut: 'Optional',
  name: 'Name',
  email: 'Email',
  save: 'Save',
  add: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  change: 'Change',
  state: 'State',
};

export const words = {
  yes: 'yes',
  no: 'no',
  justNow: 'just now',
  more: (n: number) => `${number(n)} more`,
  somebody: 'Somebody',
};

/** Where the keys of the desk lead. */
export const keyList = {
  title: 'Keys',
  toTickets: 'My tickets',
  toJudging: 'Judging',
  search: 'to the search',
  rows: 'to the next row, to the one before',
  views: `to ${Object.values(views).join(', ')}; on ${views.reviews}, 1 to 5 are scores`,
  list: 'to this list',
  enterKey: 'Enter',
  enter: 'opens or presses what has the focus',
  escapeKey: 'Esc',
  escape: 'closes a window',
  use: 'Use the keys in this browser',
};
