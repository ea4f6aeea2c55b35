/** Sets up an app that makes codes for signing in, and removes it. */
import { useSignal } from '@preact/signals';
import { isRefusal, type Answer } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { CodeField } from '../shared/code-field.tsx';
import { later } from '../shared/later.ts';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { api } from '../shared/session.ts';
import { codes } from '../shared/people/texts/en.ts';
import { app } from './texts/en.ts';

type Begun = Answer<'identity', 'beginTotp'>;
type Told = Answer<'identity', 'readTotp'>;

export function Codes() {
  const loaded = useLoaded(() => api.identity.readTotp(), []);
  /** The recovery codes, while they are shown. */
  const shown = useSignal<readonly string[]>([]);
  const confirmed = async (codes: readonly string[]) => {
    shown.value = codes;
    await loaded.again();
  };
  return (
    <section class="card" aria-labelledby="codes">
      <h2 id="codes">{app.title}</h2>
      {shown.value.length > 0 ? (
        <Recovery codes={shown.value} onKept={() => (shown.value = [])} />
      ) : (
        <Show of={loaded}>
          {(told) => (told.is_active ? <Active told={told} onRemoved={loaded.again} /> : <Setup onDone={confirmed} />)}
        </Show>
      )}
    </section>
  );
}

function Setup({ onDone }: { readonly onDone: (codes: readonly string[]) => unknown }) {
  const begun = useSignal<Begun | undefined>(undefined);
  const { refused, isSending, onSubmit } = useSending(async () => {
    begun.value = await api.identity.beginTotp();
  });
  if (begun.value) return <Confirm begun={begun.value} onDone={onDone} />;
  return (
    <form class="stack" onSubmit={onSubmit}>
      <p>{app.about}</p>
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button kind="calm" data-testid="totp-begin" disabled={isSending}>
        {app.setUp}
      </Button>
    </form>
  );
}

function Confirm({ begun: { url, secret }, onDone }: Parameters<typeof Setup>[0] & { readonly begun: Begun }) {
  const code = useLoaded(async () => (await later(import('../shared/qr-code.tsx'))).QrCode, []);
  const { refused, isSending, onSubmit } = useSending(async ({ code = '' }) =>
    onDone((await api.identity.confirmTotp({ code })).recovery_codes),
  );
  return (
    <form class="stack" onSubmit={onSubmit}>
      <p>{app.scan}</p>
      <Show of={code}>{(QrCode) => <QrCode text={url} label={app.picture} />}</Show>
      <p>
        <code data-testid="totp-secret">{secret.replace(/(?<=.)(?=(.{4})+$)/g, ' ')}</code>
      </p>
      <CodeField refused={refused} testId="totp-code" />
      <Button data-testid="totp-confirm" disabled={isSending}>
        {codes.confirm}
      </Button>
    </form>
  );
}

interface Kept {
  readonly codes: readonly string[];
  readonly onKept: () => unknown;
}
const Recovery = ({ codes: shown, onKept }: Kept) => (
  <div class="stack">
    <Notice kind="good">{app.isSetUp}</Notice>
    <p>{app.replace}</p>
    <ul class="plain" data-testid="recovery-codes">
      {shown.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <Button data-testid="recovery-kept" onClick={onKept}>
      {app.kept}
    </Button>
  </div>
);

function Active({ told, onRemoved }: { readonly told: Told; readonly onRemoved: () => Promise<void> }) {
  const { refused, isSending, onSubmit } = useSending(async ({ code = '' }) => {
    await api.identity.removeTotp({ code });
    await onRemoved();
  });
  const left = told.recovery_codes;
  return (
    <>
      <p data-testid="totp-active">{app.asks(left)}</p>
      {left < 3 && <Notice kind="warn">{app.fewLeft}</Notice>}
      <details>
        <summary>{app.removeIt}</summary>
        <form class="stack" onSubmit={onSubmit}>
          <CodeField refused={refused} testId="totp-remove-code" />
          <Button kind="danger" data-testid="totp-remove" disabled={isSending}>
            {app.remove}
          </Button>
        </form>
      </details>
      {isRefusal(refused, 'SECOND_FACTOR_MISSING') && <Notice>{app.signInAgain}</Notice>}
    </>
  );
}
