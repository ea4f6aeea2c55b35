/** An application after the form: the code of its account, on its way, and with the service. */
import { pathOf } from '../../shared/address.ts';
import { Button } from '../../shared/button.tsx';
import { ConfirmCode } from '../../shared/confirm-code.tsx';
import { Heading } from '../../shared/frame.tsx';
import { Loading } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { inWords } from '../../shared/refused.ts';
import { user } from '../../shared/session.ts';
import { change, chosenPassword, draft } from '../draft.ts';
import type { Hackathon } from '../hackathon.ts';
import { trouble } from '../sending.ts';
import { after as texts } from './texts/en.ts';

export const Code = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
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

export const Sending = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <>
    <Heading>{texts.applying(name)}</Heading>
    {online.value ? <Loading what={texts.sending} /> : <Notice kind="warn">{texts.isOffline}</Notice>}
    {online.value && trouble.value && (
      <Notice kind="warn">
        {inWords(trouble.value)} {texts.triesAgain}
        {Object.values(draft.value.answers).some((each) => each instanceof File) && texts.smallerFiles}
      </Notice>
    )}
    <Button kind="bare" onClick={() => void change({ isSent: false })}>
      {texts.back}
    </Button>
  </>
);

export const Done = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
  <div class="card" data-testid="apply-done">
    <Heading>{texts.hasApplied(name)}</Heading>
    <p>{texts.decide(user.value?.email)}</p>
    <See />
  </div>
);

/** Those who have applied before may read about the hackathon, and find their application. */
export const Before = ({ hackathon: { name } }: { readonly hackathon: Hackathon }) => (
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
