/** Who wants to come, who does, and deciding about it. */
import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { ChooseTrack } from '../parts/choose.tsx';
import { Pages, useCursors } from '../parts/pages.tsx';
import { Search } from '../parts/search.tsx';
import { Shown } from '../parts/shown.tsx';
import { Status } from '../parts/status.tsx';
import { Decide, Outcome } from './decide.tsx';
import { useHeld } from './held.ts';
import { Onboard } from './onboard.tsx';
import { PersonDetails } from './person.tsx';
import { countPeople, listPeople, type Filter, type Person } from './requests.ts';
import { Statuses } from './statuses.tsx';

const everybody: Filter = { search: '', status: '', track: '' };

export function People() {
  const hackathon = useHackathon();
  const filter = useSignal(everybody);
  const isAdding = useSignal(false);
  const { search, status, track } = filter.value;
  const keys = [hackathon.id, search, status, track];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listPeople(hackathon, filter.value, cursor, signal), [...keys, cursor]);
  const counts = useLoaded((signal) => countPeople(hackathon, signal), [hackathon.id]);
  useFresh(hackathon.live, page.again, ['registration', 'participant', 'team']);
  useFresh(hackathon.live, counts.again, ['registration', 'participant']);
  const choose = (chosen: Partial<Filter>) => void (filter.value = { ...filter.value, ...chosen });
  const again = () => Promise.all([page.again(), counts.again()]).then(() => undefined);
  const isNarrowed = filter.value !== everybody && [search, status, track].some((each) => each !== '');
  return (
    <>
      <div class="row spread">
        <h1>People</h1>
        <Button onClick={() => (isAdding.value = true)}>Add a person</Button>
      </div>
      <Filters filter={filter.value} counts={search || track ? undefined : counts.data} choose={choose} />
      <Shown of={page}>
        {({ people, next }) => (
          <>
            <List
              key={JSON.stringify([...keys, cursor])}
              people={people}
              again={again}
              onReset={isNarrowed ? () => (filter.value = everybody) : undefined}
            />
            <Pages {...turning(next)} />
          </>
        )}
      </Shown>
      {isAdding.value && <Onboard onClose={() => (isAdding.value = false)} again={again} />}
    </>
  );
}

interface Filtering {
  readonly filter: Filter;
  readonly counts: ComponentProps<typeof Statuses>['counts'];
  readonly choose: (chosen: Partial<Filter>) => void;
}
function Filters({ filter: { search, status, track }, counts, choose }: Filtering) {
  const { tracks } = useHackathon();
  return (
    <div class="stack">
      <Statuses chosen={status} counts={counts} onChoose={(next) => choose({ status: next })} />
      <div class="filters">
        <Search
          label="Name or email"
          testId="people-search"
          text={search}
          onSearch={(text) => choose({ search: text })}
        />
        {tracks.length > 1 && (
          <ChooseTrack tracks={tracks} value={track} onChoose={(chosen) => choose({ track: chosen })} />
        )}
      </div>
    </div>
  );
}

interface Listing {
  readonly people: readonly Person[];
  readonly again: () => Promise<void>;
  /** Looks for everybody again; undefined where that is so already. */
  readonly onReset: (() => void) | undefined;
}

function List({ people, again, onReset }: Listing) {
  const opened = useSignal<Person>();
  const { rows, list, heldOf, hold, release, onPointerMove } = useHeld(people);
  if (rows.length === 0) return <Nobody onReset={onReset} />;
  const deciding = (person: Person) => {
    const held = heldOf(person);
    if (!held) {
      return (
        <Decide
          person={person}
          onDecided={(decided, text, undo) => {
            hold({ person: decided, text, undo });
            return again();
          }}
        />
      );
    }
    return <Outcome held={held} onUndone={() => again().then(() => release(held))} />;
  };
  const columns: readonly Column<Person>[] = [
    { name: 'Name', show: (person) => <Name person={person} onOpen={() => (opened.value = person)} /> },
    { name: 'Status', show: ({ status }) => <Status of={status} /> },
    { name: 'Tracks', show: ({ tracks }) => tracks.map(({ name }) => name).join(', ') || <None /> },
    { name: 'Team', show: ({ team }) => team ?? <None /> },
    { name: 'Decide', show: deciding },
  ];
  return (
    <div ref={list} class="listing" onPointerMove={onPointerMove}>
      <Table caption="All people" columns={columns} rows={rows} keyOf={({ key }) => key} testId="people-row" />
      {opened.value && <PersonDetails person={opened.value} onClose={() => (opened.value = undefined)} again={again} />}
    </div>
  );
}

const Nobody = ({ onReset }: Pick<Listing, 'onReset'>) => (
  <Empty
    action={
      onReset && (
        <Button kind="calm" onClick={onReset}>
          Show everybody
        </Button>
      )
    }
  >
    Nobody here.
  </Empty>
);

const None = () => <span class="quiet">–</span>;

const Name = ({ person, onOpen }: { readonly person: Person; readonly onOpen: () => void }) => (
  <div class="who">
    <Button kind="bare" onClick={onOpen}>
      {person.name}
    </Button>
    {person.email && <span class="quiet small">{person.email}</span>}
  </div>
);
