/** The people who applied or were accepted, and decisions about them. */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/button.tsx';
import { number } from '../../shared/intl.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { ChooseTrack, Search, Toolbar } from '../parts/fields.tsx';
import { Aside, Later } from '../parts/later.tsx';
import { ComingRows, Pages, Shown, useCursors } from '../parts/listing.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { hashOf, place, useFilter } from '../place.ts';
import { people as texts, statuses, views } from '../texts/en.ts';
import { Status } from './status.tsx';
import { Decide, Outcome } from './decide.tsx';
import { useHeld } from './held.ts';
import { isSelectable, useSelection, type Selection } from './selection.ts';
import { countPeople, isOut, listPeople, partOf, type Filter, type PeopleCounts, type Person } from './requests.ts';

const everybody: Filter = { search: '', status: '', track: '' };

/** The people of a filter, page by page, and how many there are of each status. */
function usePeople(filter: Filter) {
  const hackathon = useHackathon();
  const { search, status, track } = filter;
  // Those who are out are listed with their tracks, which may be known later.
  const keys = [hackathon.id, search, status, track, isOut(status) && hackathon.tracks.length];
  const { cursor, turning } = useCursors(keys);
  const page = useLoaded((signal) => listPeople(hackathon, filter, cursor, signal), [...keys, cursor], 'people');
  const counts = useLoaded((signal) => countPeople(hackathon, filter, signal), [hackathon.id, search, track], 'counts');
  useFresh(hackathon.live, page.again, ['registration', 'participant', 'team', 'person']);
  useFresh(hackathon.live, counts.again, ['registration', 'participant']);
  const again = () => Promise.all([page.again(), counts.again()]).then(() => undefined);
  return { page, turning, again, counts: counts.data, key: JSON.stringify([...keys, cursor]) };
}

export function People() {
  const [filter, choose] = useFilter(everybody, { status: all });
  const isAdding = useSignal(false);
  const { page, turning, again, counts, key } = usePeople(filter);
  const { search, status, track } = filter;
  const { part } = place.value;
  const add = () => void (isAdding.value = true);
  const [goOn, onGoOn] = search || status || track ? [texts.showAll, () => choose(everybody)] : [texts.addFirst, add];
  const nobody = <Nobody goOn={goOn} onGoOn={onGoOn} />;
  const selection = useSelection(page.data?.people ?? [], JSON.stringify(filter));
  const known = page.data?.people.find((person) => partOf(person) === part);
  return (
    <>
      <Above
        filter={filter}
        counts={counts}
        choose={choose}
        selection={selection}
        isOff={!page.data?.people.some(isSelectable)}
        onAdd={add}
      />
      <Aside name="BulkDecisions" of={{ filter, rows: page.data?.people ?? [], selection, again }} />
      <Shown of={page} coming={<ComingRows />}>
        {({ people, next }) => (
          <>
            <List key={key} people={people} again={again} nobody={nobody} selection={selection} />
            <Pages {...turning(next, counts?.[status || 'all'])} />
          </>
        )}
      </Shown>
      <Aside name="Forecast" of={{}} />
      {part && <Later key={part} name="PersonWindow" of={{ part, known, again }} coming={<></>} />}
      {isAdding.value && (
        <Later name="Onboard" of={{ onClose: () => (isAdding.value = false), again }} coming={<></>} />
      )}
    </>
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

interface Filtering extends Selecting {
  readonly filter: Filter;
  readonly counts: PeopleCounts | undefined;
  readonly choose: (chosen: Partial<Filter>) => void;
  /** Nobody can be ticked. */
  readonly isOff: boolean;
  readonly onAdd: () => void;
}
function Above({ filter: { search, status, track }, counts, choose, onAdd, ...selecting }: Filtering) {
  const { tracks } = useHackathon();
  return (
    <Toolbar title={views.people}>
      <Everybody {...selecting} />
      <Statuses chosen={status} counts={counts} onChoose={(next) => choose({ status: next })} />
      <Search label={texts.search} testId="people-search" text={search} onSearch={(text) => choose({ search: text })} />
      {tracks.length > 1 && (
        <ChooseTrack tracks={tracks} value={track} onChoose={(chosen) => choose({ track: chosen })} />
      )}
      <div class="end">
        <Button disabled={!online.value} onClick={onAdd} aria-label={texts.addPerson}>
          {texts.add}
        </Button>
      </div>
    </Toolbar>
  );
}

const all = ['', 'pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const;

interface Counted {
  readonly chosen: Filter['status'];
  /** Undefined while they are unknown. */
  readonly counts: PeopleCounts | undefined;
  readonly onChoose: (status: Filter['status']) => void;
}

/** The numbers of people by status. */
const Statuses = ({ chosen, counts, onChoose }: Counted) => (
  <div class="statuses" role="group" aria-label={texts.status}>
    {all.map((value) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {value ? statuses[value] : texts.all} <span>{counts && number(counts[value || 'all'])}</span>
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
    { name: texts.name, show: (person) => <Name person={person} />, below: ({ email }) => email },
    { name: texts.status, show: ({ status }) => <Status of={status} />, at: 'name', isPlain: true },
    { name: texts.tracks, show: ({ tracks }) => tracks.map(({ name }) => name).join(', ') || null, isPlain: true },
    { name: texts.team, show: ({ team }) => team, isPlain: true },
    { name: texts.decide, show: deciding, at: 'end' },
  ];
  return (
    <div ref={list} class="listing people" onPointerMove={onPointerMove}>
      <Rows
        caption={texts.caption}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        testId="people-row"
        lead={(person) => isSelectable(person) && <Tick person={person} selection={selection} />}
      />
    </div>
  );
}

interface Selecting {
  readonly selection: Selection;
}
const Everybody = ({ selection, isOff }: Pick<Filtering, 'selection' | 'isOff'>) => (
  <label class="tick" title={texts.tickAll}>
    <input
      type="checkbox"
      data-testid="people-select-all"
      checked={selection.isAll}
      disabled={isOff}
      onChange={selection.toggleAll}
    />
    <span class="unseen">{texts.tickAll}</span>
  </label>
);

const Tick = ({ person, selection }: Selecting & { readonly person: Person }) => (
  <label class="tick">
    <input
      type="checkbox"
      data-testid="people-select"
      aria-label={texts.tick(person.name)}
      checked={selection.has(person)}
      onClick={(event) => selection.toggle(person, event.shiftKey)}
    />
  </label>
);

const Name = ({ person }: { readonly person: Person }) => (
  <a href={hashOf({ ...place.value, part: partOf(person) })}>{person.name}</a>
);
