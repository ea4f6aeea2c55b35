/** Who wants to come, who does, and deciding about it. */
import { useSignal } from '@preact/signals';
import { registrationStatuses } from '../../../shared/contract/vocabulary.ts';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Choose, ChooseTrack } from '../parts/choose.tsx';
import { Pages, useCursors } from '../parts/pages.tsx';
import { Search } from '../parts/search.tsx';
import { Shown } from '../parts/shown.tsx';
import { Status } from '../parts/status.tsx';
import { Decide } from './decide.tsx';
import { Onboard } from './onboard.tsx';
import { PersonDetails } from './person.tsx';
import { listPeople, type Filter, type Person } from './requests.ts';

const statuses = [
  { value: '', name: 'Everybody in or waiting' },
  ...registrationStatuses.map((status) => ({ value: status, name: `Only ${status}` })),
] as const;

export function People() {
  const hackathon = useHackathon();
  const filter = useSignal<Filter>({ search: '', status: '', track: '' });
  const isOnboarding = useSignal(false);
  const { search, status, track } = filter.value;
  const keys = [hackathon.id, search, status, track];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listPeople(hackathon, filter.value, cursor, signal), [...keys, cursor]);
  useFresh(hackathon.live, page.again, ['registration', 'participant', 'team']);
  const choose = (chosen: Partial<Filter>) => (filter.value = { ...filter.value, ...chosen });
  return (
    <>
      <div class="row spread">
        <h1>People</h1>
        <Button onClick={() => (isOnboarding.value = true)}>Onboard somebody</Button>
      </div>
      <div class="filters">
        <Search label="Name or email" testId="people-search" onSearch={(text) => choose({ search: text })} />
        <Choose label="Status" value={status} options={statuses} onChoose={(chosen) => choose({ status: chosen })} />
        <ChooseTrack tracks={hackathon.tracks} value={track} onChoose={(chosen) => choose({ track: chosen })} />
      </div>
      <Shown of={page}>
        {({ people, next }) => (
          <>
            <List people={people} again={page.again} />
            <Pages {...turning(next)} />
          </>
        )}
      </Shown>
      {isOnboarding.value && <Onboard onClose={() => (isOnboarding.value = false)} again={page.again} />}
    </>
  );
}

interface Listing {
  readonly people: readonly Person[];
  readonly again: () => Promise<void>;
}

function List({ people, again }: Listing) {
  const opened = useSignal<Person>();
  if (people.length === 0) return <Empty>Nobody here. Change what you look for, or onboard somebody by email.</Empty>;
  const columns: readonly Column<Person>[] = [
    { name: 'Name', show: (person) => <Name person={person} onOpen={() => (opened.value = person)} /> },
    { name: 'Status', show: ({ status }) => <Status of={status} /> },
    { name: 'Tracks', show: ({ tracks }) => tracks.map(({ name }) => name).join(', ') || <None /> },
    { name: 'Team', show: ({ team }) => team ?? <None /> },
    { name: 'Decide', show: (person) => <Decide person={person} again={again} /> },
  ];
  return (
    <div class="listing">
      <Table caption="All people" columns={columns} rows={people} keyOf={({ key }) => key} testId="people-row" />
      {opened.value && <PersonDetails person={opened.value} onClose={() => (opened.value = undefined)} again={again} />}
    </div>
  );
}

const None = () => <span class="quiet">–</span>;

const Name = ({ person, onOpen }: { readonly person: Person; readonly onOpen: () => void }) => (
  <div class="who">
    <Button kind="bare" onClick={onOpen}>
      {person.name}
    </Button>
    {person.email && <span class="quiet small">{person.email}</span>}
  </div>
);
