/** Checks the people of an event file: their registrations and roles, and teams (members accepted on the track, one leader, not too many, nobody in two). */
import { below, namesIn, type Entry, type EntryNames, valueOr, type SuperEventEntry } from './entries.ts';
import type { ProblemList } from './review.ts';
import type { SalvagedFile } from './structure.ts';
import { mostMembers } from '../../services/teams/portable.ts';

interface Mention {
  readonly email?: string | undefined;
  readonly name?: string | null | undefined;
}

export function checkPeople(whole: Entry<SalvagedFile>, review: ProblemList): void {
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
  const judges = below(superEvents, 'prizes').flatMap(({ path, item }) =>
    (item.judges ?? []).map((email, index) => [[...path, 'judges', index], email] as const),
  );
  const keys = below([whole], 'api_keys').map(({ path, item }) => [[...path, 'user'], item.user] as const);
  const message = 'is nobody the file gives a name: add the person under users';
  for (const [path, email] of [...roles, ...judges, ...keys]) {
    review.checkName(path, email, names, { code: 'unknownPerson', message, alike: email });
  }
}

function checkNames(mentions: readonly Entry<Mention>[], { mayMeanWrong }: EntryNames, review: ProblemList): void {
  for (const [email, entries] of Map.groupBy(mentions, ({ item }) => item.email)) {
    const [first] = entries;
    if (email === undefined || !first) continue;
    // Empty for a wrong or missing name.
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

// Checks teams: members accepted on the track, one leader, the size, nobody in two teams.

type Team = NonNullable<NonNullable<SuperEventEntry['teams']>[number]>;

export function checkTeams(superEvent: Entry<SuperEventEntry>, review: ProblemList): void {
  const teams = below([superEvent], 'teams');
  for (const team of teams) {
    checkLeader(team, review);
    checkSize(team, superEvent.item, review);
  }
  checkSeats(teams, review);
  checkAcceptance(superEvent, teams, review);
}

function checkLeader(team: Entry<Team>, review: ProblemList): void {
  const members = below([team], 'members');
  if (members.length === 0 || members.some(({ path }) => review.isWrong([...path, 'role']))) return;
  const [first, ...others] = members.filter(({ item }) => item.role === 'LEADER');
  if (!first) {
    const message = 'need a leader: give one of them role: LEADER';
    review.report([...team.path, 'members'], { code: 'noLeader', isName: true, message });
  }
  for (const { path } of others) {
    const message = `cannot be LEADER: ${first?.item.email} already is, and a team has one`;
    review.report([...path, 'role'], { code: 'twoLeaders', message });
  }
}

function checkSize({ path, item }: Entry<Team>, { tracks }: SuperEventEntry, review: ProblemList): void {
  const track = tracks?.find((candidate) => candidate?.slug === item.track);
  const most = mostMembers(track?.config_json);
  const size = item.members?.length ?? 0;
  if (!track || size <= most) return;
  const message = `are ${size}, but teams of ${item.track} have at most ${most} (config_json.max_team_size)`;
  review.report([...path, 'members'], { code: 'teamSize', isName: true, message });
}

/** Another check reports a person who is twice in one team. */
function checkSeats(teams: readonly Entry<Team>[], review: ProblemList): void {
  const seats = new Map<string, { team: Entry<Team>; path: Entry<Team>['path'] }>();
  for (const team of teams) {
    for (const { path: place, item } of below([team], 'members')) {
      const path = [...place, 'email'];
      const former = seats.get(item.email ?? '');
      if (item.email === undefined || former?.team === team) continue;
      if (former) {
        const line = review.lineOf(former.path);
        const message = `is already in a team on line ${line}: a person is in one team per super event`;
        review.report(path, { code: 'twoTeams', message });
      }
      seats.set(item.email, { team, path });
    }
  }
}

function checkAcceptance(superEvent: Entry<SuperEventEntry>, teams: readonly Entry<Team>[], review: ProblemList): void {
  const names = namesIn(review, [superEvent], 'participants', 'email');
  const tracks = new Set(below([superEvent], 'tracks').map(({ item }) => item.slug));
  const people = new Map(
    below([superEvent], 'participants')
      .toReversed()
      .map((entry) => [entry.item.email, entry]),
  );
  for (const team of teams.filter(({ item: { track } }) => track !== undefined && tracks.has(track))) {
    const { track } = team.item;
    for (const { path, item } of below([team], 'members')) {
      const at = [...path, 'email'];
      const absent = 'is no participant of this super event: add the person under participants, accepted on the track';
      review.checkName(at, item.email, names, { code: 'notAcceptedOnTrack', message: absent });
      const person = people.get(item.email);
      if (!person || item.email === undefined) continue;
      const places = below([person], 'registrations');
      const place = places.findLast((each) => each.item.track === track);
      const isUnclear = places.some((each) => review.isWrong([...each.path, 'track']));
      const status = place && valueOr(review, [...place.path, 'status'], place.item.status, 'pending');
      if (status === 'accepted' || (place ? status === undefined : isUnclear)) continue;
      const message = `is ${status ?? 'not registered'} on ${track}: members of a team are accepted on its track`;
      review.report(at, { code: 'notAcceptedOnTrack', message, written: item.email });
    }
  }
}
