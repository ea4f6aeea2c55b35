/** The page on which a person reads about a hackathon and applies. */
import { useEffect } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { ConfirmCode } from '../shared/confirm-code.tsx';
import { Frame, Heading } from '../shared/frame.tsx';
import { Failed, Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { resume, user } from '../shared/session.ts';
import { About } from './about.tsx';
import { change, chosenPassword, draft, isOf, isReady, takeUp } from './draft.ts';
import { Form } from './form.tsx';
import { closedBecause, failure, hackathon, isGone, load, type Hackathon } from './hackathon.ts';
import { done, keepSending, meet } from './sending.ts';
import { apply as texts } from './texts/en.ts';
import '../shared/list-field.css';
import './apply.css';

export function Apply() {
  useEffect(() => {
    void takeUp();
    void load();
    // One may type offline as well; sending tries again.
    void resume().catch(() => undefined);
    return keepSending();
  }, []);
  useEffect(() => void meet(), [user.value?.id, hackathon.value?.id]);
  return (
    <Frame title={hackathon.value?.name ?? texts.title} width="narrow">
      <Content />
    </Frame>
  );
}

function Content() {
  const known = hackathon.value;
  if (isGone.value) return <Gone />;
  if (!known || !isReady.value || (user.value && !isOf(user.value.id))) {
    return failure.value && !known ? <Failed error={failure.value} again={load} /> : <Loading what={texts.loading} />;
  }
  if (done.value === 'now') return <Done hackathon={known} />;
  if (draft.value.isSent && (user.value || !draft.value.awaitsCode)) return <Sending hackathon={known} />;
  if (draft.value.awaitsCode) return <Code hackathon={known} />;
  return (
    <>
      <About hackathon={known} />
      {done.value ? (
        <Before hackathon={known} />
      ) : (
        closedBecause(known, Date.now()) === undefined && <Form hackathon={known} />
      )}
    </>
  );
}

const Gone = () => (
  <div class="state">
    <h1>{texts.nothing}</h1>
    <p>{texts.why}</p>
    <a class="button" href={pathOf('/')}>
      {texts.seeHackathons}
    </a>
  </div>
);

const Code = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <>
    <Heading>{texts.almost(name)}</Heading>
    <ConfirmCode
      email={draft.value.email ?? ''}
      password={chosenPassword.value}
      testId="apply-code"
      onDone={() => change({ awaitsCode: false, isSent: true })}
    />
    <div class="row">
      <Button kind="bare" onClick={() => void change({ awaitsCode: false, isSent: false })}>
        {texts.back}
      </Button>
      <Button
        kind="bare"
        data-testid="apply-confirmed"
        onClick={() => void change({ awaitsCode: false, isSent: false, isKnown: true })}
      >
        {texts.isConfirmed}
      </Button>
    </div>
  </>
);

const Sending = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <>
    <Heading>{texts.applying(name)}</Heading>
    {online.value ? <Loading what={texts.sending} /> : <Notice kind="warn">{texts.isOffline}</Notice>}
    <Button kind="bare" onClick={() => void change({ isSent: false })}>
      {texts.back}
    </Button>
  </>
);

const Done = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <div class="card" data-testid="apply-done">
    <Heading>{texts.hasApplied(name)}</Heading>
    <p>{texts.decide(user.value?.email)}</p>
    <See />
  </div>
);

/** Those who have applied before may read about the hackathon, and find their application. */
const Before = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <div data-testid="apply-done">
    <Notice kind="good" action={<See />}>
      {texts.hadApplied(name)}
    </Notice>
  </div>
);

const See = () => (
  <a class="button" href={pathOf('/me')}>
    {texts.see}
  </a>
);
