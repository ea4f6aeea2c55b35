/** The hackathons of a person, one card for each. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { Frame } from '../shared/frame.tsx';
import { forgetLink, Go, inLink } from '../shared/link.tsx';
import { Empty, Failed, Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { inWords } from '../shared/refused.ts';
import { api, user } from '../shared/session.ts';
import { personId } from '../shared/start.ts';
import { ownZone } from '../shared/intl.ts';
import { clock, moment } from '../shared/time.ts';
import { attempt } from './attempt.ts';
import { HackathonCard } from './card.tsx';
import { cardsOf, failure, follow, isTicket, known, renew, type Places } from './places.ts';

// Parts that load later bring no styles.
import '../shared/asking.css';
import { me as texts } from './texts/en.ts';
import './me.css';

export function Me() {
  useEffect(follow, []);
  useEffect(sendProjects, []);
  const cards = known.value ? cardsOf(known.value.places) : [];
  const hasTicket = cards.some(isTicket);
  const title = hasTicket || cards.length === 0 ? texts.title : texts.myHackathons;
  return (
    <Frame title={title} width="narrow">
      {/* The code is to be seen whole on a small screen. */}
      <h1 class={hasTicket ? 'unseen' : ''}>{title}</h1>
      {personId.value && <Invited />}
      <Content />
    </Frame>
  );
}

/** Sends what of projects is left from before; the part that does may come after the ticket. Returns what ends it. */
function sendProjects(): () => void {
  let end: (() => void) | undefined;
  let isGone = false;
  void import('./parts/parts.ts').then(
    ({ keepSending }) => (isGone ? undefined : (end = keepSending())),
    // Without it nothing can be typed either.
    () => undefined,
  );
  return () => {
    isGone = true;
    end?.();
  };
}

function Content() {
  const places = known.value;
  if (places) return <Tickets {...places} />;
  return failure.value ? <Failed error={failure.value} again={renew} /> : <Loading what={texts.loading} />;
}

function Tickets({ name, places, teams, at }: Places) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const when = isToday ? clock(at, ownZone) : moment(at, ownZone);
  return (
    <>
      {!online.value && <Notice kind="warn">{texts.isOffline(when)}</Notice>}
      {online.value && failure.value && <Notice kind="bad">{inWords(failure.value)}</Notice>}
      {places.length === 0 && (
        <Empty action={<Go to="/">{texts.seeHackathons}</Go>}>
          <h2>{texts.noTicket}</h2>
          <p>{texts.takePart}</p>
        </Empty>
      )}
      {cardsOf(places).map((card) => (
        <HackathonCard key={card.hackathon.id} name={name} card={card} teams={teams} />
      ))}
      {user.value && (
        <Go to="/account" kind="bare">
          {texts.myAccount}
        </Go>
      )}
    </>
  );
}

/** Accepts the invitation of a team, whose code the link carries behind its `#`. */
function Invited() {
  const code = useSignal(inLink('join'));
  const wrong = useSignal('');
  if (!code.value) return null;
  const dismiss = () => {
    forgetLink();
    code.value = '';
  };
  const join = async () => {
    wrong.value = await attempt(() => api.teams.join({ code: code.value }));
    if (!wrong.value) dismiss();
  };
  return (
    <section class="card" aria-labelledby="invited">
      <h2 id="invited">{texts.invited}</h2>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Button data-testid="team-join" onClick={join}>
          {texts.join}
        </Button>
        <Button kind="calm" onClick={dismiss}>
          {texts.notNow}
        </Button>
      </div>
    </section>
  );
}
