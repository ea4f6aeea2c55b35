/** Checks references between the parts of a file. */
import { settleTexts } from '../../services/events/portable.ts';
import { checkUrl, type Forbidden } from '../../services/webhooks/portable.ts';
import { someNames } from '../../shared/base/words.ts';
import { locales as known } from '../../shared/contract/values.ts';
import { eachPart } from '../format/languages.ts';
import type { EventFile } from '../format/schema.ts';
import { below, namesIn, valueOr, type Entry, type SuperEventEntry } from './entries.ts';
import { checkEvents } from './events.ts';
import { checkForm } from './forms.ts';
import { checkUnique, inUtc } from './fields.ts';
import { checkPeople, checkTeams } from './people.ts';
import type { ProblemList } from './review.ts';
import type { SalvagedFile } from './structure.ts';

export interface ReferenceScope {
  /** Allows webhooks to this machine. */
  readonly isInsecure: boolean;
}

/**
 * Returns the file with every time as an instant in UTC, and with the window of every check-in point, as far as it is
 * correct.
 */
export function checkReferences(written: SalvagedFile, review: ProblemList, { isInsecure }: ReferenceScope): EventFile {
  const whole = { path: [], item: inUtc(review, { path: [], item: written }) };
  const superEvents = below([whole], 'super_events');
  checkUnique(whole.item, review);
  checkPeople(whole, review);
  checkEvents(superEvents, review);
  checkWebhooks(whole, isInsecure, review);
  const homesOf = (owner: Entry<SuperEventEntry>) =>
    below([owner], 'tracks').map(({ item: { slug } }) => [slug, owner.item.slug ?? 'another super event'] as const);
  const homes = new Map(superEvents.flatMap(homesOf));
  for (const superEvent of superEvents) {
    checkLanguages(superEvent, review);
    checkTracks(superEvent, homes, review);
    checkDevices(superEvent, review);
    checkForm(superEvent, review);
    checkParticipants(superEvent, review);
    checkTeams(superEvent, review);
  }
  return whole.item as EventFile;
}

/** Checks the languages of a super event's texts, and takes those in the first one for the plain ones. */
function checkLanguages({ path, item }: Entry<SuperEventEntry>, review: ProblemList): void {
  const { locales = [] } = item;
  if (review.isWrong([...path, 'locales'])) return;
  const spoken = locales.filter((locale) => locale !== undefined);
  const settled = eachPart(item, path, (names) => (part, at) => {
    const { values, problems } = settleTexts(part, names, spoken);
    for (const { field, code, message } of problems) {
      // The structure refused a language that nobody speaks here.
      if (code === 'locale' && !known.some((locale) => field.endsWith(`.${locale}`))) continue;
      review.report([...at, ...field.split('.')], { code, message: message.slice(field.length + 1) });
    }
    return values;
  });
  Object.assign(item, settled);
}

/** The names of super events by the slugs of their tracks. */
type Homes = ReadonlyMap<string | undefined, string>;

/** A reference to a track must name one of this super event. */
function checkTracks(superEvent: Entry<SuperEventEntry>, homes: Homes, review: ProblemList): void {
  const names = namesIn(review, [superEvent], 'tracks', 'slug');
  const known = someNames([...names.known], 20) || 'none';
  const registrations = below(below([superEvent], 'participants'), 'registrations');
  const named = [...registrations, ...below([superEvent], 'teams')].map(
    ({ path, item }) => [[...path, 'track'], item.track] as const,
  );
  const ofPrizes = below([superEvent], 'prizes').flatMap(({ path, item }) =>
    (item.tracks ?? []).map((slug, index) => [[...path, 'tracks', index], slug] as const),
  );
  for (const [path, slug] of [...named, ...ofPrizes]) {
    const home = homes.get(slug);
    const alike = JSON.stringify([...superEvent.path, slug]);
    review.checkName(path, slug, names, {
      code: 'unknownTrack',
      message: home
        ? `is a track of ${home}, not of this super event`
        : `is no track of this super event; known are ${known}`,
      ...(home && { candidates: [] }),
      alike,
    });
  }
}

export function checkParticipants(superEvent: Entry<SuperEventEntry>, review: ProblemList): void {
  const participants = below([superEvent], 'participants');
  for (const participant of participants) {
    const status = valueOr(review, [...participant.path, 'status'], participant.item.status, 'pending');
    if (status === undefined || status === 'accepted') continue;
    for (const { path, item } of below([participant], 'registrations')) {
      if (item.status !== 'accepted') continue;
      const message = `cannot be accepted on a track while the participant is ${status}: accept the participant too`;
      review.report([...path, 'status'], { code: 'parentNotAccepted', message });
    }
  }
  const accepted = participants.filter(({ item }) => item.status === 'accepted').length;
  if (accepted <= (superEvent.item.max_participants ?? Infinity)) return;
  const message = `is less than the ${accepted} participants who are accepted in the file: raise it, or accept fewer`;
  review.report([...superEvent.path, 'max_participants'], { code: 'cap', message });
}

const forKiosks = ['may_search', 'sees_answers', 'prints', 'pin'] as const;

export function checkDevices(superEvent: Entry<SuperEventEntry>, review: ProblemList): void {
  const names = namesIn(review, [superEvent, ...below([superEvent], 'tracks')], 'checkin_points', 'key');
  const known = someNames([...names.known], 20) || 'none';
  for (const { path, item } of below([superEvent], 'devices')) {
    const at = [...path, 'points'];
    if (item.kind === 'board' && item.points) {
      const message = 'belongs to kiosks: a board shows the whole hackathon';
      review.report(at, { code: 'board', isName: true, message });
    }
    for (const option of forKiosks) {
      if (item.kind !== 'board' || !item[option]) continue;
      review.report([...path, option], { code: 'board', isName: true, message: 'belongs to kiosks' });
    }
    for (const [index, key] of (item.points ?? []).entries()) {
      const message = `is no check-in point of this super event; known are ${known}`;
      const alike = JSON.stringify([...superEvent.path, key]);
      review.checkName([...at, index], key, names, { code: 'unknownPoint', message, alike });
    }
  }
}

const words: Record<Forbidden, string> = {
  address: 'must be a whole address, such as https://hall.example.org/hook',
  scheme: 'must begin with https://',
  credentials: 'must have neither user nor password',
  port: 'must be at port 443 or above 1023',
  private: 'must not lead to a private or local address',
};

/** @param isInsecure lets them go to this machine, as `WEBHOOKS_INSECURE` does. */
export function checkWebhooks(whole: Entry<SalvagedFile>, isInsecure: boolean, review: ProblemList): void {
  const names = namesIn(review, [whole], 'super_events', 'slug');
  const message = `is no super event of this file; known are ${someNames([...names.known], 20) || 'none'}`;
  for (const { path, item } of below([whole], 'webhooks')) {
    const { url, super_event } = item;
    const verdict = url === undefined ? undefined : checkUrl(url, isInsecure);
    if (verdict && 'forbidden' in verdict) {
      review.report([...path, 'url'], { code: 'address', message: words[verdict.forbidden] });
    }
    review.checkName([...path, 'super_event'], super_event, names, { code: 'unknownSuperEvent', message });
  }
}
