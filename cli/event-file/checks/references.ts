/** What a file says in one place, held against what it says in others. */
import type { Review } from '../review.ts';
import type { SalvagedFile } from '../structure.ts';
import { entriesOf } from './entries.ts';
import { checkEvents } from './events.ts';
import { checkForms } from './forms.ts';
import { checkParticipants } from './participants.ts';
import { checkPeople } from './people.ts';
import { checkTeams } from './teams.ts';

export function checkReferences(file: SalvagedFile, review: Review): void {
  checkPeople(file, review);
  checkEvents(file, review);
  const superEvents = entriesOf(file.super_events, ['super_events']);
  const homes = superEvents.map(({ item }) => ({
    name: item.slug ?? 'another super event',
    slugs: new Set(entriesOf(item.tracks, []).flatMap(({ item: track }) => track.slug ?? [])),
  }));
  for (const [index, superEvent] of superEvents.entries()) {
    const own = homes[index]?.slugs ?? new Set();
    const others = homes.filter((_home, other) => other !== index);
    const elsewhere = new Map(others.flatMap(({ name, slugs }) => [...slugs].map((slug) => [slug, name] as const)));
    checkForms(superEvent, review);
    checkParticipants(superEvent, { own, elsewhere }, review);
    checkTeams(superEvent, { own, elsewhere }, review);
  }
}
