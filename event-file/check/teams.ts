/** Teams: members accepted on the track, one leader, not too many, nobody in two. */
import { mostMembers } from '../../services/teams/portable.ts';
import { below, namesIn, valueOr, type Entry, type SuperEvent } from './entries.ts';
import type { Review } from './review.ts';

type Team = NonNullable<NonNullable<SuperEvent['teams']>[number]>;

export function checkTeams(superEvent: Entry<SuperEvent>, review: Review): void {
  const teams = below([superEvent], 'teams');
  for (const team of teams) {
    checkLeader(team, review);
    checkSize(team, superEvent.item, review);
  }
  checkSeats(teams, review);
  checkAcceptance(superEvent, teams, review);
}

function checkLeader(team: Entry<Team>, review: Review): void {
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

function checkSize({ path, item }: Entry<Team>, { tracks }: SuperEvent, review: Review): void {
  const track = tracks?.find((candidate) => candidate?.slug === item.track);
  const most = mostMembers(track?.config_json);
  const size = item.members?.length ?? 0;
  if (!track || size <= most) return;
  const message = `are ${size}, but teams of ${item.track} have at most ${most} (config_json.max_team_size)`;
  review.report([...path, 'members'], { code: 'teamSize', isName: true, message });
}

/** That somebody stands twice in one team is told elsewhere. */
function checkSeats(teams: readonly Entry<Team>[], review: Review): void {
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

function checkAcceptance(superEvent: Entry<SuperEvent>, teams: readonly Entry<Team>[], review: Review): void {
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
