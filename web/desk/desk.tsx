/** The page of organizers: one hackathon and its views, updated by facts. */
import { computed, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { organizerLocales } from '../../shared/contract/values.ts';
import { pathOf } from '../shared/address.ts';
import { Frame } from '../shared/frame.tsx';
import { later } from '../shared/later.ts';
import { Empty, Loading, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { leadToSignIn, resume } from '../shared/session.ts';
import {
  beforeRead,
  chosenOf,
  nameOf,
  OpenHackathon,
  readChoices,
  readHackathon,
  type Choice,
  type Known,
} from './hackathons.ts';
import { isListed, Keys } from './keys.tsx';
import { Later } from './parts/later.tsx';
import { goLive, useFresh } from './live.ts';
import { hush, LastSaid } from './parts/said.tsx';
import { Shown } from './parts/listing.tsx';
import { People } from './people/people.tsx';
import { hashOf, place, rename, unmade, views, type View } from './place.ts';
import { desk, views as viewNames } from './texts/en.ts';

const opened = (view: () => Promise<ComponentType>) => () => <Later view={view} coming={<Coming />} />;

/** The page of each view: all but the first are loaded when somebody opens them. */
const pages: Readonly<Record<View, ComponentType>> = {
  people: People,
  reviews: opened(async () => (await later(import('./parts.ts'))).Reviews),
  doors: opened(async () => (await later(import('./parts.ts'))).Doors),
  teams: opened(async () => (await later(import('./parts.ts'))).Teams),
  judging: opened(async () => (await later(import('./parts.ts'))).Judging),
  tables: opened(async () => (await later(import('./parts.ts'))).Tables),
  emails: opened(async () => (await later(import('./parts.ts'))).Emails),
  setup: opened(async () => (await later(import('./parts.ts'))).Setup),
};

/** A person who is not signed in is led to the sign-in page. */
export function Desk() {
  const choices = useLoaded(async (signal) => {
    if (await resume()) return readChoices(signal);
    leadToSignIn();
    return undefined;
  }, []);
  const found = choices.data?.choices;
  const { hackathon, view } = place.value;
  const chosen = found && chosenOf(found, hackathon);
  return (
    <Frame
      spoken={organizerLocales}
      width="wide"
      title={[viewNames[view], chosen?.name].filter(Boolean).join(' · ')}
      bar={<Chooser known={choices.data} chosen={chosen} />}
      menu={<Keys />}
    >
      {(!found || chosen) && <Tabs hackathon={found && chosen ? nameOf(found, chosen) : hackathon} />}
      {!online.value && <Notice kind="warn">{desk.offline}</Notice>}
      <Shown of={choices} coming={<Coming />}>
        {(all) => (all ? <Chosen known={all} chosen={chosen} again={choices.again} /> : <Coming />)}
      </Shown>
      <LastSaid />
      {isListed.value && <LaterKeyList />}
    </Frame>
  );
}

/** One row, however many there are: where they have no room, it is moved sideways, and the current one is in sight. */
function Tabs({ hackathon }: { readonly hackathon: string }) {
  const row = useRef<HTMLElement>(null);
  const { view } = place.value;
  useLayoutEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);
  return (
    <nav ref={row} class="tabs" aria-label={desk.views}>
      {views.map((each) => (
        <a key={each} href={hashOf({ hackathon, view: each })} aria-current={each === view ? 'page' : undefined}>
          {viewNames[each]}
        </a>
      ))}
    </nav>
  );
}

/** The view while it is not known what it shows. */
const Coming = () => (
  <>
    <h1>{viewNames[place.value.view]}</h1>
    <Loading />
  </>
);

interface Choosing {
  readonly known: Known;
  readonly chosen: Choice | undefined;
  /** Asks again which there are. */
  readonly again: () => Promise<void>;
}
function Chosen({ known, chosen, again }: Choosing) {
  const { choices } = known;
  useSignalEffect(() => {
    // A message belongs to the view it was shown on.
    if (viewShown.value) hush();
  });
  const isNamed = place.value.hackathon !== '';
  useLayoutEffect(() => {
    // The address names what is shown, so that it can be shared.
    if (chosen && !isNamed) rename(nameOf(choices, chosen));
  }, [chosen, isNamed]);
  return chosen ? <View key={chosen.id} choice={chosen} /> : <None known={known} again={again} />;
}
/** The view without the window of a person, which says what happens in it by itself. */
const viewShown = computed(() => hashOf({ ...place.value, ...(place.value.view === 'people' && { part: undefined }) }));

/** Loaded when somebody has none yet, or wants another. */
function LaterKeyList() {
  const { data: KeyList } = useLoaded(async () => (await later(import('./parts.ts'))).KeyList, []);
  return KeyList ? <KeyList /> : null;
}

const readMake = async () => (await later(import('./parts.ts'))).Make;

function None({ known: { choices, organizations }, again }: Omit<Choosing, 'chosen'>) {
  const [first] = choices;
  const isMaking = place.value.hackathon === unmade || !first;
  if (organizations.length > 0 && isMaking) {
    const view = async () => {
      const Make = await readMake();
      return () => <Make organizations={organizations} isFirst={!first} again={again} />;
    };
    return <Later view={view} />;
  }
  const address = first && hashOf({ hackathon: nameOf(choices, first), view: 'people' });
  return (
    <Empty
      action={
        <a class="button calm" href={address ?? pathOf('/me')}>
          {first ? desk.open(first.name) : desk.toTickets}
        </a>
      }
    >
      <h1>{first ? desk.notYours : desk.noneYet}</h1>
      <p>{first ? desk.chooseAbove : desk.askAnOwner}</p>
    </Empty>
  );
}

interface Unknown {
  /** Undefined while they are unknown. */
  readonly known: Known | undefined;
  readonly chosen: Choice | undefined;
}
const nothing: Known = { choices: [], organizations: [] };
const Chooser = ({ known: { choices, organizations } = nothing, chosen }: Unknown) => (
  <select
    class="chooser"
    aria-label={desk.hackathon}
    value={chosen?.id ?? (place.value.hackathon === unmade ? unmade : '')}
    disabled={choices.length === 0}
    onChange={({ currentTarget: { value } }) => {
      const next = choices.find(({ id }) => id === value);
      if (next) location.hash = hashOf({ hackathon: nameOf(choices, next), view: place.value.view });
      if (value === unmade) location.hash = hashOf({ hackathon: unmade, view: 'setup' });
    }}
  >
    {!chosen && <option value="">{choices.length > 0 && desk.choose}</option>}
    {choices.map(({ id, name, organization }) => (
      <option key={id} value={id}>
        {name} · {organization.name}
      </option>
    ))}
    {organizations.length > 0 && choices.length > 0 && <option value={unmade}>{desk.make}</option>}
  </select>
);

function View({ choice }: { readonly choice: Choice }) {
  const live = useMemo(() => goLive({ organization: choice.organization.id, superEvent: choice.id }), [choice.id]);
  useEffect(() => live.end, [live]);
  const hackathon = useLoaded((signal) => readHackathon(choice, signal), [choice.id]);
  useFresh(live, hackathon.again, ['super_event', 'event']);
  const { view } = place.value;
  const Page = pages[view];
  // People are asked for before it is known which tracks there are.
  const known = hackathon.data ?? (view === 'people' ? beforeRead(choice) : undefined);
  return (
    <>
      {online.value && live.state.value === 'lost' && <Notice kind="warn">{desk.lost}</Notice>}
      {online.value && live.state.value === 'refused' && <Notice kind="bad">{desk.refused}</Notice>}
      <Shown of={{ ...hackathon, data: known }} coming={<Coming />}>
        {(open) => (
          <OpenHackathon.Provider value={{ ...open, live }}>
            <Page key={view} />
          </OpenHackathon.Provider>
        )}
      </Shown>
    </>
  );
}
