/** The page of organizers: one hackathon, four views of it, kept fresh by its facts. */
import { useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Frame } from '../shared/frame.tsx';
import { later } from '../shared/later.ts';
import { Empty, Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { leadToSignIn, resume } from '../shared/session.ts';
import { chosenOf, nameOf, OpenHackathon, readChoices, readHackathon, type Choice } from './hackathons.ts';
import { goLive, useFresh } from './live.ts';
import { hush, LastSaid } from './parts/said.tsx';
import { Shown } from './parts/shown.tsx';
import { People } from './people/people.tsx';
import { hashOf, place, views, type View } from './place.ts';
import { Teams } from './teams/teams.tsx';

/** Views that are loaded when somebody opens them. */
const Judging = () => <Later view={async () => (await later(import('./judging/judging.tsx'))).Judging} />;
const Doors = () => <Later view={async () => (await later(import('./doors/doors.tsx'))).Doors} />;

function Later({ view }: { readonly view: () => Promise<ComponentType> }) {
  const loaded = useLoaded(view, []);
  return <Show of={loaded}>{(View) => <View />}</Show>;
}

const pages: Readonly<Record<View, { readonly name: string; readonly Page: ComponentType }>> = {
  people: { name: 'People', Page: People },
  doors: { name: 'Doors', Page: Doors },
  teams: { name: 'Teams', Page: Teams },
  judging: { name: 'Judging', Page: Judging },
};

/** Whoever is not signed in is led to where they can. */
export function Desk() {
  const choices = useLoaded(async (signal) => {
    if (await resume()) return readChoices(signal);
    leadToSignIn();
    return undefined;
  }, []);
  const found = choices.data;
  const chosen = found && chosenOf(found, place.value.hackathon);
  return (
    <Frame
      width="wide"
      title={[pages[place.value.view].name, chosen?.name].filter(Boolean).join(' · ')}
      bar={found && <Chooser choices={found} chosen={chosen} />}
    >
      <Shown of={choices}>{(all) => all && <Chosen choices={all} chosen={chosen} />}</Shown>
      <LastSaid />
    </Frame>
  );
}

interface Choosing {
  readonly choices: readonly Choice[];
  readonly chosen: Choice | undefined;
}
function Chosen({ choices, chosen }: Choosing) {
  useSignalEffect(() => {
    // What was said belongs to the view it was said on.
    if (place.value) hush();
  });
  return chosen ? <Views key={chosen.id} choice={chosen} name={nameOf(choices, chosen)} /> : <None choices={choices} />;
}

const None = ({ choices }: { readonly choices: readonly Choice[] }) => (
  <Empty>
    <h1>{choices.length > 0 ? 'This hackathon is not among yours' : 'You organize no hackathon yet'}</h1>
    <p>
      {choices.length > 0
        ? 'Choose one of yours above.'
        : 'Ask somebody who administers your organization to make you an organizer of a track, then open this page again.'}
    </p>
  </Empty>
);

const Chooser = ({ choices, chosen }: Choosing) => (
  <select
    class="chooser"
    aria-label="Hackathon"
    value={chosen?.id ?? ''}
    disabled={choices.length === 0}
    onChange={({ currentTarget: { value } }) => {
      const next = choices.find(({ id }) => id === value);
      if (next) location.hash = hashOf({ hackathon: nameOf(choices, next), view: place.value.view });
    }}
  >
    {!chosen && <option value="">Choose a hackathon</option>}
    {choices.map(({ id, name, organization }) => (
      <option key={id} value={id}>
        {name} · {organization.name}
      </option>
    ))}
  </select>
);

function Views({ choice, name }: { readonly choice: Choice; readonly name: string }) {
  const live = useMemo(() => goLive({ organization: choice.organization.id, superEvent: choice.id }), [choice.id]);
  useEffect(() => live.end, [live]);
  const hackathon = useLoaded((signal) => readHackathon(choice, signal), [choice.id]);
  useFresh(live, hackathon.again, ['super_event', 'event']);
  const { view } = place.value;
  const { Page } = pages[view];
  return (
    <>
      <nav class="tabs" aria-label="Views of the hackathon">
        {views.map((each) => (
          <a
            key={each}
            href={hashOf({ hackathon: name, view: each })}
            aria-current={each === view ? 'page' : undefined}
          >
            {pages[each].name}
          </a>
        ))}
      </nav>
      {!online.value && (
        <Notice kind="warn">You are offline. What you see may be old, and nothing can be decided.</Notice>
      )}
      {online.value && live.state.value === 'lost' && <Notice kind="warn">Not live just now: connecting again.</Notice>}
      {online.value && live.state.value === 'refused' && (
        <Notice kind="bad">What happens here is told to you no more. Load the page again.</Notice>
      )}
      <Shown of={hackathon}>
        {(open) => (
          <OpenHackathon.Provider value={{ ...open, live }}>
            <Page key={view} />
          </OpenHackathon.Provider>
        )}
      </Shown>
    </>
  );
}
