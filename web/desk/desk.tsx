/** The page of organizers: one hackathon and its views, updated by facts. */
import { computed, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { organizerLocales } from '../../shared/contract/values.ts';
import { Frame } from '../shared/frame.tsx';
import { Loading, useLoaded } from '../shared/loaded.tsx';
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
import { Aside, Later } from './parts/later.tsx';
import { goLive, useFresh } from './live.ts';
import { Toolbar } from './parts/fields.tsx';
import { hush, LastSaid } from './parts/said.tsx';
import { Shown } from './parts/listing.tsx';
import { People } from './people/people.tsx';
import { hashOf, place, rename, unmade, views, type View } from './place.ts';
import { desk, views as viewNames } from './texts/en.ts';

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
      bar={
        <>
          <Chooser known={choices.data} chosen={chosen} />
          {(!found || chosen) && <Tabs hackathon={found && chosen ? nameOf(found, chosen) : hackathon} />}
        </>
      }
      menu={<Aside name="DeskMenu" of={{}} />}
    >
      {!online.value && <Notice kind="warn">{desk.offline}</Notice>}
      <Shown of={choices} coming={<Coming />}>
        {(all) => (all ? <Chosen known={all} chosen={chosen} again={choices.again} /> : <Coming />)}
      </Shown>
      <LastSaid />
      <Aside name="Keys" of={{}} />
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
    <Toolbar title={viewNames[place.value.view]} />
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
  return chosen ? <View key={chosen.id} choice={chosen} /> : <Later name="NoHackathon" of={{ ...known, again }} />;
}
/** The view without its filter, and without the window of a person, which says what happens in it by itself. */
const viewShown = computed(() => {
  const { hackathon, view, part, of } = place.value;
  return hashOf({ hackathon, view, ...(view !== 'people' && { part, of }) });
});

interface Unknown {
  /** Undefined while they are unknown. */
  readonly known: Known | undefined;
  readonly chosen: Choice | undefined;
}
const nothing: Known = { choices: [], organizations: [] };
function Chooser({ known: { choices, organizations } = nothing, chosen }: Unknown) {
  const isOneOrganization = new Set(choices.map(({ organization }) => organization.id)).size === 1;
  return (
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
          {isOneOrganization ? name : `${name} · ${organization.name}`}
        </option>
      ))}
      {organizations.length > 0 && choices.length > 0 && <option value={unmade}>{desk.make}</option>}
    </select>
  );
}

function View({ choice }: { readonly choice: Choice }) {
  const live = useMemo(() => goLive({ organization: choice.organization.id, superEvent: choice.id }), [choice.id]);
  useEffect(() => live.end, [live]);
  const hackathon = useLoaded((signal) => readHackathon(choice, signal), [choice.id]);
  useFresh(live, hackathon.again, ['super_event', 'event']);
  const { view } = place.value;
  // People are asked for before it is known which tracks there are.
  const known = hackathon.data ?? (view === 'people' ? beforeRead(choice) : undefined);
  return (
    <>
      {online.value && live.state.value === 'lost' && <Notice kind="warn">{desk.lost}</Notice>}
      {online.value && live.state.value === 'refused' && <Notice kind="bad">{desk.refused}</Notice>}
      <Shown of={{ ...hackathon, data: known }} coming={<Coming />}>
        {(open) => (
          <OpenHackathon.Provider value={{ ...open, live }}>
            {view === 'people' ? <People /> : <Later key={view} name={view} of={{}} coming={<Coming />} />}
          </OpenHackathon.Provider>
        )}
      </Shown>
    </>
  );
}
