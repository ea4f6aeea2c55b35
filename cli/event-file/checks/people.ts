/** People: everybody the file names has one name somewhere in it. */
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import type { SalvagedFile } from '../structure.ts';
import { instantOf } from '../times.ts';
import { distinct, entriesOf, type Entry } from './entries.ts';

interface Mention {
  email?: string | undefined;
  name?: string | null | undefined;
}
/** Empty: wrong, or given by nobody. */
type Named = Map<string, { name: string | undefined; path: Path }>;

export function checkPeople(file: SalvagedFile, review: Review): void {
  const byEmail = { by: 'email', identity: ({ email }: Mention) => email };
  const users = entriesOf(file.users, ['users']);
  const members = entriesOf(file.organization?.members, ['organization', 'members']);
  const superEvents = entriesOf(file.super_events, ['super_events']);
  const participants = superEvents.flatMap(({ path, item }) => {
    const entries = entriesOf(item.participants, [...path, 'participants']);
    distinct(review, entries, { ...byEmail, among: 'per super event' });
    return entries;
  });
  distinct(review, users, { ...byEmail, among: 'under users' });
  distinct(review, members, { ...byEmail, among: 'in the organization' });

  const people = namesOf(review, [...members, ...users, ...participants]);
  const tracks = superEvents.flatMap(({ path, item }) => entriesOf(item.tracks, [...path, 'tracks']));
  for (const { path, item } of tracks)
    for (const role of entriesOf(item.roles, [...path, 'roles'])) {
      checkKnown(review, people, role.item.email, [...role.path, 'email']);
    }
  checkKeys(file, review, people);
}

function namesOf(review: Review, mentions: Entry<Mention>[]): Named {
  const people: Named = new Map();
  for (const { path, item } of mentions) {
    const { email } = item;
    if (email === undefined) continue;
    const known = people.get(email);
    const isKnown = item.name === null || review.isWrong([...path, 'name']);
    const name = item.name ?? (isKnown ? '' : undefined);
    if (!known) people.set(email, { name, path });
    else if (known.name === undefined) people.set(email, { name, path: known.path });
    else if (name && known.name && name !== known.name) {
      const line = review.lineOf([...known.path, 'email']);
      const message = `differs from ${known.name}, the name of ${email} on line ${line}: write one of them`;
      review.report([...path, 'name'], { code: 'otherName', message });
    }
  }
  for (const [email, { name, path }] of people) {
    if (name !== undefined) continue;
    review.report([...path, 'email'], {
      code: 'nameless',
      message: `has no name anywhere in the file: give ${email} one`,
    });
  }
  return people;
}

function checkKnown(review: Review, people: Named, email: string | undefined, path: Path): void {
  if (email === undefined || people.has(email)) return;
  review.report(path, {
    code: 'unknownPerson',
    message: 'is nobody the file gives a name: add the person under users',
    written: email,
    candidates: [...people.keys()],
  });
}

function checkKeys(file: SalvagedFile, review: Review, people: Named): void {
  const keys = entriesOf(file.api_keys, ['api_keys']);
  distinct(review, keys, { by: 'label', identity: ({ label }) => label, among: 'among the API keys' });
  for (const { path, item } of keys) {
    checkKnown(review, people, item.user, [...path, 'user']);
    if (!item.expires_at || 'at' in instantOf(item.expires_at, undefined)) continue;
    const message = 'needs an offset, such as 2027-03-08T00:00Z, for no tz applies to a key';
    review.report([...path, 'expires_at'], { code: 'time', message });
  }
}
