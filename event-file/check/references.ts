/** What a file says in one place, held against what it says in others. */
import { someNames } from '../../shared/base/words.ts';
import type { EventFile } from '../format/schema.ts';
import { below, namesIn, type Entry, type SuperEvent } from './entries.ts';
import { checkDevices } from './devices.ts';
import { checkEvents } from './events.ts';
import { checkForm } from './forms.ts';
import { inUtc } from './instants.ts';
import { checkParticipants } from './participants.ts';
import { checkPeople } from './people.ts';
import type { Review } from './review.ts';
import type { SalvagedFile } from './structure.ts';
import { checkTeams } from './teams.ts';
import { checkUnique } from './unique.ts';
import { checkWebhooks } from './webhooks.ts';

export interface Surroundings {
  /** Webhooks may go to this machine. */
  readonly isInsecure: boolean;
}

/** Answers the file with every time an instant in UTC, and every check-in point with its window, where nothing is wrong. */
export function checkReferences(written: SalvagedFile, review: Review, { isInsecure }: Surroundings): EventFile {
  const whole = { path: [], item: inUtc(review, { path: [], item: written }) };
  const superEvents = below([whole], 'super_events');
  checkUnique(whole.item, review);
  checkPeople(whole, review);
  checkEvents(superEvents, review);
  checkWebhooks(whole, isInsecure, review);
  const homesOf = (owner: Entry<SuperEvent>) =>
    below([owner], 'tracks').map(({ item: { slug } }) => [slug, owner.item.slug ?? 'another super event'] as const);
  const homes = new Map(superEvents.flatMap(homesOf));
  for (const superEvent of superEvents) {
    checkTracks(superEvent, homes, review);
    checkDevices(superEvent, review);
    checkForm(superEvent, review);
    checkParticipants(superEvent, review);
    checkTeams(superEvent, review);
  }
  return whole.item as EventFile;
}

/** The names of super events by the slugs of their tracks. */
type Homes = ReadonlyMap<string | undefined, string>;

/** Whoever names a track names one of this super event. */
function checkTracks(superEvent: Entry<SuperEvent>, homes: Homes, review: Review): void {
  const names = namesIn(review, [superEvent], 'tracks', 'slug');
  const known = someNames([...names.known], 20) || 'none';
  const registrations = below(below([superEvent], 'participants'), 'registrations');
  for (const { path, item } of [...registrations, ...below([superEvent], 'teams')]) {
    const home = homes.get(item.track);
    const alike = JSON.stringify([...superEvent.path, item.track]);
    review.checkName([...path, 'track'], item.track, names, {
      code: 'unknownTrack',
      message: home
        ? `is a track of ${home}, not of this super event`
        : `is no track of this super event; known are ${known}`,
      ...(home && { candidates: [] }),
      alike,
    });
  }
}
