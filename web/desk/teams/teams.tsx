/** The teams with who is in them. */
import { useSignal } from '@preact/signals';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Choose, ChooseTrack } from '../parts/choose.tsx';
import { Pages, useCursors } from '../parts/pages.tsx';
import { Search } from '../parts/search.tsx';
import { Shown } from '../parts/shown.tsx';
import { count } from '../parts/words.ts';
import { Move } from './move.tsx';
import { countTeams, listTeams, type Filter, type Team } from './requests.ts';

const states = [
  { value: '', name: 'All' },
  { value: 'open', name: 'Looking for members' },
  { value: 'closed', name: 'Closed' },
  { value: 'full', name: 'Full' },
] as const;

export function Teams() {
  const hackathon = useHackathon();
  const filter = useSignal<Filter>({ search: '', track: '', state: '' });
  const { search, track, state } = filter.value;
  const keys = [hackathon.id, search, track, state];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listTeams(hackathon, filter.value, cursor, signal), [...keys, cursor]);
  const counts = useLoaded((signal) => countTeams(hackathon, signal), [hackathon.id]);
  useFresh(hackathon.live, page.again, ['team', 'submission']);
  useFresh(hackathon.live, counts.again, ['team', 'registration']);
  const choose = (chosen: Partial<Filter>) => (filter.value = { ...filter.value, ...chosen });
  return (
    <>
      <div>
        <h1>Teams</h1>
        <p class="quiet">
          {counts.data &&
            `${count(counts.data.teams.all, 'team')}, ${counts.data.teams.lookingForMembers} looking for members`}
          &nbsp;
        </p>
      </div>
      <div class="filters">
        <Search label="Name of the team" text={search} onSearch={(text) => choose({ search: text })} />
        <Choose label="State" value={state} options={states} onChoose={(chosen) => choose({ state: chosen })} />
        <ChooseTrack tracks={hackathon.tracks} value={track} onChoose={(chosen) => choose({ track: chosen })} />
      </div>
      <Shown of={page}>
        {({ teams, pagination }) => (
          <>
            <List teams={teams} again={page.again} />
            <Pages {...turning(pagination.nextCursor)} />
          </>
        )}
      </Shown>
    </>
  );
}

function List({ teams, again }: { readonly teams: readonly Team[]; readonly again: () => Promise<void> }) {
  if (teams.length === 0) return <Empty>No team here. Participants make their own.</Empty>;
  const columns: readonly Column<Team>[] = [
    { name: 'Team', show: (team) => <Named team={team} /> },
    { name: 'Members', show: (team) => <Members team={team} /> },
    { name: 'State', show: (team) => <State team={team} /> },
    { name: 'Handed in', show: ({ submission }) => submission?.title ?? <span class="quiet">not yet</span> },
    { name: 'Move', show: (team) => <Move team={team} again={again} /> },
  ];
  return (
    <div class="listing">
      <Table caption="All teams" columns={columns} rows={teams} keyOf={({ id }) => id} testId="team-row" />
    </div>
  );
}

const Named = ({ team: { name, track } }: { readonly team: Team }) => (
  <div class="who">
    <strong>{name}</strong>
    <span class="quiet small">{track.name}</span>
  </div>
);

/** The names are a press away, so that a long list stays one. */
const Members = ({ team: { members, memberCount, maxMembers } }: { readonly team: Team }) => (
  <details>
    <summary>
      {memberCount} of {maxMembers}
    </summary>
    <ul class="plain small">
      {members.map(({ userId, name, email, role }) => (
        <li key={userId}>
          {name ?? 'Somebody who was deleted'} {role === 'LEADER' && <span class="tag">leads</span>}
          <div class="quiet">{email}</div>
        </li>
      ))}
    </ul>
  </details>
);

function State({ team: { isFull, recruitingStatus } }: { readonly team: Team }) {
  if (isFull) return <span class="tag">full</span>;
  return recruitingStatus === 'closed' ? <span class="tag">closed</span> : <span class="tag">open</span>;
}
