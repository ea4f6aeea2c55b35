/** People: everybody the file names has one name somewhere in it. */
import { below, namesIn, type Entry, type Names } from './entries.ts';
import type { Review } from './review.ts';
import type { SalvagedFile } from './structure.ts';

interface Mention {
  readonly email?: string | undefined;
  readonly name?: string | null | undefined;
}

export function checkPeople(whole: Entry<SalvagedFile>, review: Review): void {
  const [organization, superEvents] = [below([whole], 'organization'), below([whole], 'super_events')];
  const places = [
    { owners: organization, list: 'members' },
    { owners: [whole], list: 'users' },
    { owners: superEvents, list: 'participants' },
  ];
  const all = places.map(({ owners, list }) => namesIn(review, owners, list, 'email'));
  const known = new Set(all.flatMap((names) => [...names.known]));
  const names = { known, mayMeanWrong: (email: string) => all.some((some) => some.mayMeanWrong(email)) };
  const participants = below(superEvents, 'participants');
  checkNames([...below(organization, 'members'), ...below([whole], 'users'), ...participants], names, review);
  const roles = below(below(superEvents, 'tracks'), 'roles').map(
    ({ path, item }) => [[...path, 'email'], item.email] as const,
  );
  const keys = below([whole], 'api_keys').map(({ path, item }) => [[...path, 'user'], item.user] as const);
  const message = 'is nobody the file gives a name: add the person under users';
  for (const [path, email] of [...roles, ...keys]) {
    review.checkName(path, email, names, { code: 'unknownPerson', message, alike: email });
  }
}

function checkNames(mentions: readonly Entry<Mention>[], { mayMeanWrong }: Names, review: Review): void {
  for (const [email, entries] of Map.groupBy(mentions, ({ item }) => item.email)) {
    const [first] = entries;
    if (email === undefined || !first) continue;
    // Empty where it is wrong, or known to be none.
    const given = entries.map(
      ({ path, item }) => item.name ?? (item.name === null || review.isWrong([...path, 'name']) ? '' : undefined),
    );
    const name = given.find((each) => each !== undefined);
    if (name === undefined && !mayMeanWrong(email)) {
      const message = `has no name anywhere in the file: give ${email} one`;
      review.report([...first.path, 'email'], { code: 'nameless', message });
    }
    for (const { path, item } of entries) {
      if (!name || !item.name || item.name === name) continue;
      const line = review.lineOf([...first.path, 'email']);
      const message = `differs from ${name}, the name of ${email} on line ${line}: write one of them`;
      review.report([...path, 'name'], { code: 'otherName', message });
    }
  }
}
