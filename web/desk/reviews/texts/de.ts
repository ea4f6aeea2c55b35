/** Texts about reviews of applications, in German. */
import { counted, number, plural } from '../../../shared/intl.ts';
import type * as en from './en.ts';

export const progress: typeof en.progress = {
  title: 'Fortschritt',
  done: (done, applications, reviews) => [
    done,
    ` von ${counted(applications, 'Bewerbung ist', 'Bewerbungen sind')} bewertet, insgesamt ${counted(reviews, 'Bewertung', 'Bewertungen')}.`,
  ],
  bar: 'Bewertete Bewerbungen',
  caption: 'Wer bewertet',
  reviewer: 'Wer',
  reviews: 'Bewertungen',
  gives: 'Gibt',
  last: 'Zuletzt',
  likeOthers: (score) => `${score}, wie die anderen`,
  more: (score, by) => `${score}, ${by} mehr als andere`,
  less: (score, by) => `${score}, ${by} weniger als andere`,
};

export const sureness: typeof en.sureness = {
  none: 'Die Punktzahlen beginnen mit der ersten Bewertung.',
  apart:
    'Manche, die bewerten, haben keine Bewerbung mit den anderen gemeinsam, deshalb sind noch nicht alle Punktzahlen vergleichbar.',
  unknown:
    'Wie sicher die Reihenfolge ist, lässt sich noch nicht sagen: Dazu braucht es Bewerbungen, die mehrere bewertet haben.',
  share: (cases) =>
    `Von zwei Bewerbungen ist die mit der höheren Punktzahl in ${number(cases)} von 100 Fällen die bessere.`,
  very: 'Die Reihenfolge ist sehr sicher.',
  fairly: 'Die Reihenfolge ist ziemlich sicher.',
  first: 'Die Reihenfolge ist ein erster Eindruck.',
  little: 'Die Reihenfolge sagt noch wenig.',
};

export const reading: typeof en.reading = {
  scores: ['klar nein', 'eher nein', 'teils, teils', 'eher ja', 'klar ja'],
  saved: (score, name) => `Gespeichert: ${number(score)} für ${name ?? 'die letzte'}.`,
  changing: (score, name) => `Du änderst ${number(score)} für ${name ?? 'die letzte'}.`,
  leave: 'So lassen',
  change: 'Ändern',
  seePeople: 'Zu den Personen',
  finished: 'Du hast alle Bewerbungen bewertet, die auf eine Entscheidung warten.',
  lookAgain: 'Noch einmal nachsehen',
  othersRead: (left) =>
    plural(
      left,
      'Die letzte Bewerbung liest gerade jemand anderes.',
      `Die letzten ${number(left)} Bewerbungen lesen gerade andere.`,
    ),
  note: 'Notiz für das Organisationsteam',
  score: 'Punktzahl',
  keys: (key) => [
    'Drücke ',
    key('1'),
    ' bis ',
    key('5'),
    ', dann kommt die nächste. ',
    key('n'),
    ' führt zur Notiz, ',
    key('Esc'),
    ' zurück.',
  ],
  application: 'Bewerbung',
  left: (left) => `noch ${number(left)} für dich`,
  blind: 'Namen, Adressen, Hochschulen, Links und Dateien sind verborgen, solange du bewertest.',
  noAnswers: 'Es wurde nichts gefragt oder nichts beantwortet.',
};
