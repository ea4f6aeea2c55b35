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
import { change, draft, isReady, takeUp } from './draft.ts';
import { Form } from './form.tsx';
import { closedBecause, failure, hackathon, isGone, load, type Hackathon } from './hackathon.ts';
import { done, keepSending } from './sending.ts';
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
  return (
    <Frame title={hackathon.value?.name ?? texts.title} width="narrow">
      <Content />
    </Frame>
  );
}

function Content() {
  const known = hackathon.value;
  if (isGone.value) return <Gone />;
  if (!known || !isReady.value) {
    return failure.value && !known ? <Failed error={failure.value} again={load} /> : <Loading what={texts.loading} />;
  }
  if (done.value) return <Done hackathon={known} />;
  if (draft.value.isSent && (user.value || !draft.value.awaitsCode)) return <Sending hackathon={known} />;
  if (draft.value.awaitsCode) return <Code hackathon={known} />;
  return (
    <>
      <About hackathon={known} />
      {closedBecause(known, Date.now()) === undefined && <Form hackathon={known} />}
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

function Done({ hackathon: { name } }: { readonly hackathon: Hackathon }) {
  const isFresh = done.value === 'now';
  return (
    <div class="card" data-testid="apply-done">
      <Heading>{isFresh ? texts.hasApplied(name) : texts.hadApplied(name)}</Heading>
      <p>{isFresh ? texts.decide(user.value?.email) : texts.nothingChanged}</p>
      <a class="button" href={pathOf('/me')}>
        {texts.see}
      </a>
    </div>
  );
}
