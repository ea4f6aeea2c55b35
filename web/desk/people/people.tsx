/** The people who applied or were accepted, and decisions about them. */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/button.tsx';
import { number } from '../../shared/intl.ts';
import { later } from '../../shared/later.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { ChooseTrack, Search } from '../parts/fields.tsx';
import { ComingRows, Pages, Shown, useCursors } from '../parts/listing.tsx';
import { hashOf, place } from '../place.ts';
import { people as texts, views } from '../texts/en.ts';
import { Status } from './status.tsx';
import type { BulkProps } from './bulk.tsx';
import { Decide, Outcome } from './decide.tsx';
import { useHeld } from './held.ts';
import { isSelectable, useSelection, type Selection } from './selection.ts';
import {
  countedAtMost,
  countPeople,
  listPeople,
  partOf,
  rowsOf,
  type Filter,
  type PeopleCounts,
  type Person,
} from './requests.ts';

const everybody: Filter = { search: '', status: '', track: '' };

/** The people of a filter, page by page, and how many there are of each status. */
function usePeople(filter: Filter) {
  const hackathon = useHackathon();
  const { search, status, track } = filter;
  const keys = [hackathon.id, search, status, track];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listPeople(hackathon, filter, cursor, signal), [...keys, cursor], 'people');
  const counts = useLoaded((signal) => countPeople(hackathon, signal), [hackathon.id], 'counts');
  useFresh(hackathon.live, page.again, ['registration', 'participant', 'team', 'person']);
  useFresh(hackathon.live, counts.again, ['registration', 'participant']);
  const again = () => Promise.all([page.again(), counts.again()]).then(() => undefined);
  return { page, turning, again, counts: counts.data, key: JSON.stringify([...keys, cursor]) };
}

export function People() {
  const filter = useSignal(everybody);
  const isAdding = useSignal(false);
  const { page, turning, again, counts, key } = usePeople(filter.value);
  const { search, status, track } = filter.value;
  const { part } = place.value;
  const choose = (chosen: Partial<Filter>) => void (filter.value = { ...filter.value, ...chosen });
  const add = () => void (isAdding.value = true);
  const nobody =
    search || status || track ? (
      <Nobody goOn={texts.showAll} onGoOn={() => choose(everybody)} />
    ) : (
      <Nobody goOn={texts.addFirst} onGoOn={add} />
    );
  const selection = useSelection(page.data?.people ?? [], JSON.stringify(filter.value));
  const known = page.data?.people.find((person) => partOf(person) === part);
  return (
    <>
      <div class="row spread">
        <h1>{views.people}</h1>
        <Button disabled={!online.value} onClick={add}>
          {texts.add}
        </Button>
      </div>
      <Filters filter={filter.value} counts={search || track ? 'none' : counts} choose={choose} />
      <Bulk filter={filter.value} rows={page.data?.people ?? []} selection={selection} again={again} />
      <Shown of={page} coming={<ComingRows />}>
        {({ people, next }) => (
          <>
            <List key={key} people={people} again={again} nobody={nobody} selection={selection} />
            <Pages {...turning(next, rowsOf(filter.value, counts))} />
          </>
        )}
      </Shown>
      <LaterForecast />
      {part && <Opened key={part} part={part} known={known} again={again} />}
      {isAdding.value && <LaterOnboard onClose={() => (isAdding.value = false)} again={again} />}
    </>
  );
}

/** Deciding about those who are ticked, which is loaded when somebody is ticked for the first time. */
function Bulk(props: BulkProps) {
  const isWanted = useSignal(false);
  const { isAll, people } = props.selection;
  if (isAll || people.length > 0) isWanted.value = true;
  return isWanted.value ? <LoadedBulk {...props} /> : null;
}

function LoadedBulk(props: BulkProps) {
  const loaded = useLoaded(async () => (await later(import('../parts.ts'))).BulkDecisions, []);
  return (
    <Shown of={loaded} coming={<></>}>
      {(BulkDecisions) => <BulkDecisions {...props} />}
    </Shown>
  );
}

/** How many will come, which is loaded once the list is shown. */
function LaterForecast() {
  const { data: Forecast } = useLoaded(async () => (await later(import('../parts.ts'))).Forecast, []);
  return Forecast ? <Forecast /> : null;
}

/** The window that adds people, which is loaded when it is opened. */
function LaterOnboard(props: { readonly onClose: () => void; readonly again: () => Promise<void> }) {
  const loaded = useLoaded(async () => (await later(import('../parts.ts'))).Onboard, []);
  return (
    <Shown of={loaded} coming={<></>}>
      {(Onboard) => <Onboard {...props} />}
    </Shown>
  );
}

/** The window of a person, which is loaded when the first is opened. */
function Opened(person: {
  readonly part: string;
  readonly known: Person | undefined;
  readonly again: () => Promise<void>;
}) {
  const loaded = useLoaded(async () => (await later(import('../parts.ts'))).PersonWindow, []);
  return (
    <Shown of={loaded} coming={<></>}>
      {(PersonWindow) => <PersonWindow {...person} />}
    </Shown>
  );
}

const Nobody = ({ goOn, onGoOn }: { readonly goOn: string; readonly onGoOn: () => void }) => (
  <Empty
    action={
      <Button kind="calm" onClick={onGoOn}>
        {goOn}
      </Button>
    }
  >
    {texts.nobody}
  </Empty>
);

interface Filtering {
  readonly filter: Filter;
  readonly counts: PeopleCounts | 'none' | undefined;
  readonly choose: (chosen: Partial<Filter>) => void;
}
function Filters({ filter: { search, status, track }, counts, choose }: Filtering) {
  const { tracks } = useHackathon();
  return (
    <div class="stack">
      <Statuses chosen={status} counts={counts} onChoose={(next) => choose({ status: next })} />
      <div class="filters">
        <Search
          label={texts.search}
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

const all = ['', 'pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const;

interface Counted {
  readonly chosen: Filter['status'];
  /** Undefined while they are unknown; none where not all people are looked for. */
  readonly counts: PeopleCounts | 'none' | undefined;
  readonly onChoose: (status: Filter['status']) => void;
}

const said = (count: number | undefined) => (count === undefined ? `${number(countedAtMost)}+` : number(count));

/** The numbers of people by status. */
const Statuses = ({ chosen, counts, onChoose }: Counted) => (
  <div class="statuses" role="group" aria-label={texts.status}>
    {all.map((value) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {texts[value || 'all']}{' '}
        {counts !== 'none' && value !== 'rejected' && value !== 'cancelled' && (
          <span>{counts && said(counts[value || 'all'])}</span>
        )}
      </button>
    ))}
  </div>
);

interface Listing extends Selecting {
  readonly people: readonly Person[];
  readonly again: () => Promise<void>;
  /** Shown where nobody is listed. */
  readonly nobody: ComponentChild;
}

function List({ people, again, nobody, selection }: Listing) {
  const { rows, list, heldOf, hold, release, onPointerMove } = useHeld(people);
  if (rows.length === 0) return <>{nobody}</>;
  const deciding = (person: Person) => {
    const held = heldOf(person);
    if (!held) {
      return (
        <Decide
          person={person}
          onDecided={(decided, decision, undo) => {
            hold({ person: decided, decision, undo });
            return again();
          }}
        />
      );
    }
    return <Outcome held={held} onUndone={() => again().then(() => release(held))} />;
  };
  const columns: readonly Column<Person>[] = [
    { name: texts.name, show: (person) => <Name person={person} selection={selection} /> },
    { name: texts.status, show: ({ status }) => <Status of={status} /> },
    { name: texts.tracks, show: ({ tracks }) => tracks.map(({ name }) => name).join(', ') || <None /> },
    { name: texts.team, show: ({ team }) => team ?? <None /> },
    { name: texts.decide, show: deciding },
  ];
  return (
    <div ref={list} class="listing" onPointerMove={onPointerMove}>
      {rows.some(isSelectable) && <Everybody selection={selection} />}
      <Table caption={texts.caption} columns={columns} rows={rows} keyOf={({ key }) => key} testId="people-row" />
    </div>
  );
}

const None = () => <span class="quiet">–</span>;

interface Selecting {
  readonly selection: Selection;
}
const Everybody = ({ selection }: Selecting) => (
  <label class="tick">
    <input type="checkbox" data-testid="people-select-all" checked={selection.isAll} onChange={selection.toggleAll} />
    <span>{texts.tickAll}</span>
  </label>
);

const Name = ({ person, selection }: Selecting & { readonly person: Person }) => (
  <div class="row tight ticked">
    {isSelectable(person) && (
      <label class="tick">
        <input
          type="checkbox"
          data-testid="people-select"
          aria-label={texts.tick(person.name)}
          checked={selection.has(person)}
          onClick={(event) => selection.toggle(person, event.shiftKey)}
        />
      </label>
    )}
    <div class="who">
      <a href={hashOf({ ...place.value, part: partOf(person) })}>{person.name}</a>
      <span class="quiet small">{person.email}</span>
    </div>
  </div>
);
