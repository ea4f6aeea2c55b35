/** The teams of a judge, and one team at a time. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { Frame, Heading } from '../shared/frame.tsx';
import { keepsNothing } from '../shared/kept.ts';
import { Empty, Failed, Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { isDeclined } from './drafts.ts';
import { failure, follow, panel, renew, type Team } from './panel.ts';
import { Declined, News } from './declined.tsx';
import { Latest } from './hand-in.tsx';
import { keepSending } from './sender.ts';
import { TeamPage } from './team.tsx';
import { isOpen, Teams } from './teams.tsx';
import { judge as texts } from './texts/en.ts';
import './judge.css';

/** The assignment that the address names. */
const chosen = signal(location.hash.slice(1));
addEventListener('hashchange', () => {
  chosen.value = location.hash.slice(1);
  scrollTo(0, 0);
});

export function Judge() {
  useEffect(follow, []);
  useEffect(keepSending, []);
  const team = panel.value?.find(({ assignment }) => assignment.id === chosen.value);
  const title = team?.assignment.team_name ?? texts.title;
  return (
    <Frame title={title} width={team && 'wide'}>
      {keepsNothing.value && <Notice kind="warn">{texts.keepsNothing}</Notice>}
      {!online.value && <Notice kind="warn">{texts.offline}</Notice>}
      <Content teams={panel.value} />
    </Frame>
  );
}

function Content({ teams }: { readonly teams: readonly Team[] | undefined }) {
  if (!teams) {
    return failure.value ? <Failed error={failure.value} again={renew} /> : <Loading what={texts.isFetching} />;
  }
  const own = teams.filter((team) => !isDeclined(team));
  const place = own.findIndex(({ assignment }) => assignment.id === chosen.value);
  const team = own[place];
  if (team) {
    return (
      <TeamPage
        key={team.assignment.id}
        team={team}
        before={own[place - 1]}
        after={own[place + 1]}
        place={[place + 1, own.length]}
        next={[...own.slice(place + 1), ...own.slice(0, place)].find(isOpen)}
      />
    );
  }
  return (
    <>
      <Heading>{texts.title}</Heading>
      <Latest at="" />
      <News />
      {own.length > 0 ? <Teams teams={own} /> : <NoTeam />}
      <Declined teams={teams.filter(isDeclined)} />
    </>
  );
}

const NoTeam = () => (
  <Empty
    action={
      <Button kind="calm" onClick={renew}>
        {texts.lookAgain}
      </Button>
    }
  >
    <p>{texts.noTeam}</p>
  </Empty>
);
