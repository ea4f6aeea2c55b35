/** The teams with their members. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { isOpenable, Outside } from '../../shared/outside.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Choose, ChooseTrack, Search, Toolbar } from '../parts/fields.tsx';
import { ButtonFor, ComingRows, Pages, Shown, useCursors } from '../parts/listing.tsx';
import { forms } from '../parts/texts/en.ts';
import { hashOf, place, useFilter } from '../place.ts';
import { views } from '../texts/en.ts';
import { EditTeam } from './edit.tsx';
import { Move } from './move.tsx';
import { TableWork } from './tables.tsx';
import { countTeams, listTeams, type Filter, type Team } from './requests.ts';
import { teams as texts } from './texts/en.ts';

const states = [
  { value: '', name: texts.all },
  { value: 'open', name: texts.open },
  { value: 'closed', name: texts.closed },
  { value: 'full', name: texts.full },
] as const;

const everything: Filter = { search: '', track: '', state: '' };

export function Teams() {
  const hackathon = useHackathon();
  const [filter, choose] = useFilter(everything, { state: states.map(({ value }) => value) });
  const { search, track, state } = filter;
  const keys = [hackathon.id, search, track, state];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listTeams(hackathon, filter, cursor, signal), [...keys, cursor], 'teams');
  const counts = useLoaded((signal) => countTeams(hackathon, signal), [hackathon.id], 'team-counts');
  useFresh(hackathon.live, page.again, ['team', 'submission']);
  useFresh(hackathon.live, counts.again, ['team', 'registration']);
  return (
    <>
      <Toolbar title={views.teams}>
        <Search label={texts.search} text={search} onSearch={(text) => choose({ search: text })} />
        <Choose label={forms.state} value={state} options={states} onChoose={(chosen) => choose({ state: chosen })} />
        <ChooseTrack tracks={hackathon.tracks} value={track} onChoose={(chosen) => choose({ track: chosen })} />
        <TableWork again={page.again} />
      </Toolbar>
      <Shown of={page} coming={<ComingRows />}>
        {({ teams, pagination }) => (
          <>
            <List
              teams={teams}
              again={page.again}
              onReset={search || track || state ? () => choose(everything) : undefined}
            />
            {counts.data && (
              <p class="quiet small">{texts.counts(counts.data.teams.all, counts.data.teams.lookingForMembers)}</p>
            )}
            <Pages {...turning(pagination.nextCursor)} />
          </>
        )}
      </Shown>
    </>
  );
}

interface Listing {
  readonly teams: readonly Team[];
  readonly again: () => Promise<void>;
  /** Looks for all teams again; undefined where that is so already. */
  readonly onReset: (() => void) | undefined;
}
function List({ teams, again, onReset }: Listing) {
  const edited = useSignal<string>();
  const team = teams.find(({ id }) => id === edited.value);
  if (teams.length === 0) return <None onReset={onReset} />;
  const columns: readonly Column<Team>[] = [
    { name: texts.team, show: ({ name }) => <strong>{name}</strong>, below: ({ track }) => track.name },
    { name: texts.table, show: ({ table }) => table },
    { name: texts.members, show: (team) => <Members team={team} />, isPlain: true },
    { name: forms.state, show: (team) => <State team={team} />, at: 'name', isPlain: true },
    { name: texts.handedIn, show: ({ submission }) => <HandedIn submission={submission} /> },
    {
      name: forms.change,
      at: 'end',
      show: (team) => (
        <div class="row acts">
          <ButtonFor
            label={forms.edit}
            about={team.name}
            kind="calm"
            disabled={!online.value}
            onClick={() => (edited.value = team.id)}
          />
          <Move team={team} again={again} />
        </div>
      ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={texts.caption} columns={columns} rows={teams} keyOf={({ id }) => id} testId="team-row" />
      {team && <EditTeam team={team} again={again} onClose={() => (edited.value = undefined)} />}
    </div>
  );
}

function None({ onReset }: Pick<Listing, 'onReset'>) {
  const goOn = onReset ? (
    <Button kind="calm" onClick={onReset}>
      {texts.showAll}
    </Button>
  ) : (
    <a class="button calm" href={hashOf({ hackathon: place.value.hackathon, view: 'people' })}>
      {texts.seePeople}
    </a>
  );
  return <Empty action={goOn}>{onReset ? texts.noneLikeThis : texts.none}</Empty>;
}

/** The title, and the addresses of the repository and whatever else the team wants to be seen. */
const HandedIn = ({ submission }: Pick<Team, 'submission'>) =>
  submission ? (
    <div class="who">
      <span>{submission.title}</span>
      {submission.links.filter(isOpenable).map((link) => (
        <Outside key={link} to={link} class="small" />
      ))}
    </div>
  ) : (
    <span class="quiet">{texts.notYet}</span>
  );

/** The names are a press away, so that a long list stays one. */
const Members = ({ team: { members, memberCount, maxMembers } }: { readonly team: Team }) => (
  <details>
    <summary>{texts.of(memberCount, maxMembers)}</summary>
    <ul class="plain small">
      {members.map(({ userId, name, email, role }) => (
        <li key={userId}>
          {name ?? texts.deleted} {role === 'LEADER' && <span class="tag">{texts.leads}</span>}
          <div class="quiet">{email}</div>
        </li>
      ))}
    </ul>
  </details>
);

function State({ team: { isFull, recruitingStatus } }: { readonly team: Team }) {
  if (isFull) return <span class="tag">{texts.isFull}</span>;
  return recruitingStatus === 'closed' ? (
    <span class="tag">{texts.isClosed}</span>
  ) : (
    <span class="tag">{texts.isOpen}</span>
  );
}
