/** Teams of an exported file. */
import type { LiveTeam } from '../../../services/teams/event-file.ts';
import { mostPerTeam } from '../checks/teams.ts';
import { onlyFilled, some, type Composing, type WrittenSuperEvent, type WrittenTrack } from './entries.ts';

type WrittenTeam = NonNullable<WrittenSuperEvent['teams']>[number];

/** Of several with one name on a track, the oldest is the one a file means by it. */
export function teamsOf({ live, person, leaveOut }: Composing, tracks: readonly WrittenTrack[]): WrittenTeam[] {
  const slugs = new Map(live.tracks.map(({ id, slug }) => [id, slug]));
  const written = new Map(tracks.map((track) => [track.slug, track]));
  const places = new Set(
    live.participants.flatMap(({ user_id, registrations }) =>
      registrations.filter(({ status }) => status === 'accepted').map(({ event_id }) => seatOf({ event_id, user_id })),
    ),
  );
  const first = new Map<string, WrittenTeam>();
  const [namesakes, crowded]: [string[], string[]] = [[], []];
  for (const team of live.teams) {
    const track = slugs.get(team.event_id);
    if (track === undefined) continue;
    const name = `${track}/${team.name}`;
    const members = membersOf(team, places, mostPerTeam(written.get(track)));
    if (first.has(name)) namesakes.push(name);
    else if (members.length < team.members.length) crowded.push(name);
    if (first.has(name)) continue;
    const { problem, is_open } = team;
    const lines = members.map(({ user_id, role }) => ({
      email: person(user_id).email,
      ...(role === 'LEADER' && { role }),
    }));
    first.set(name, onlyFilled({ track, name: team.name, problem, is_open, members: lines }));
  }
  if (namesakes.length > 0) leaveOut(`teams with the name of an older one on their track: ${some(namesakes)}`);
  if (crowded.length > 0) leaveOut(`members beyond the size that teams have on their track: ${some(crowded)}`);
  return [...first.values()];
}

const seatOf = ({ event_id, user_id }: { event_id: string; user_id: string }) => `${event_id} ${user_id}`;

/** Those a file may name: accepted on the track, and no more than fit. Without a leader it may name nobody. */
function membersOf({ event_id, members }: LiveTeam, places: ReadonlySet<string>, most: number) {
  const named = members.filter(({ user_id }) => places.has(seatOf({ event_id, user_id }))).slice(0, most);
  return named.some(({ role }) => role === 'LEADER') ? named : [];
}
