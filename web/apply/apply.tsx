/** The page on which a person reads about a hackathon and applies. */
import { createElement, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Frame } from '../shared/frame.tsx';
import { later } from '../shared/later.ts';
import { Failed, Loading, Show, useLoaded } from '../shared/loaded.tsx';
import { resume, user } from '../shared/session.ts';
import { About } from './about.tsx';
import { draft, isOf, isReady, lookForPerson, takeUp, type Draft } from './draft.ts';
import { Form } from './form.tsx';
import { closedBecause, failure, hackathon, isGone, load, type Hackathon } from './hackathon.ts';
import type * as Parts from './parts/after.tsx';
import { done, keepSending, meet } from './sending.ts';
import { apply as texts } from './texts/en.ts';
import '../shared/list-field.css';
import './apply.css';

export function Apply() {
  useEffect(() => {
    void takeUp();
    void load();
    // One may type offline as well; sending tries again.
    void resume().then(lookForPerson, () => undefined);
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
  const view = viewOf(draft.value);
  if (view) return <After of={view} hackathon={known} />;
  return (
    <>
      <About hackathon={known} />
      {done.value ? (
        <After of={({ Before }) => Before} hackathon={known} />
      ) : (
        closedBecause(known, Date.now()) === undefined && <Form hackathon={known} />
      )}
    </>
  );
}

/** Takes a view out of those that are loaded later. */
type Choice = (all: typeof Parts) => ComponentType<{ readonly hackathon: Hackathon }>;

/** The view in place of the form, if any. */
function viewOf({ isSent, awaitsCode }: Draft): Choice | undefined {
  if (done.value === 'now') return ({ Done }) => Done;
  if (isSent && (user.value || !awaitsCode)) return ({ Sending }) => Sending;
  return awaitsCode ? ({ Code }) => Code : undefined;
}

function After({ of, hackathon }: { readonly of: Choice; readonly hackathon: Hackathon }) {
  const parts = useLoaded(() => later(import('./parts/after.tsx')), [], 'after');
  return <Show of={parts}>{(all) => createElement(of(all), { hackathon })}</Show>;
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
