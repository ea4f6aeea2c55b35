/** One's own data: downloading all of it, and having the account erased. */
import { useSignal } from '@preact/signals';
import { isRefusal, MusterError, type Params } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { PasswordField } from '../shared/field.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { PasskeyButton } from '../shared/passkey-button.tsx';
import { inWords } from '../shared/refused.ts';
import { saveFile } from '../shared/save-file.ts';
import { useSending } from '../shared/sending.ts';
import { api } from '../shared/session.ts';
import { ownZone } from '../shared/intl.ts';
import { moment } from '../shared/time.ts';
import { address, data as texts } from './texts/en.ts';

export function Data({ email }: { readonly email: string }) {
  const known = useLoaded(() => api.identity.getErasure(), []);
  return (
    <section class="card" aria-labelledby="data">
      <h2 id="data">{texts.title}</h2>
      <Download />
      <Show of={known}>{({ due_at }) => <Erasing email={email} since={due_at} />}</Show>
    </section>
  );
}

function Download() {
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const download = async () => {
    wrong.value = '';
    isBusy.value = true;
    try {
      saveFile(await (await api.identity.exportData()).blob(), texts.file);
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = inWords(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <p>{texts.about}</p>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Button kind="calm" data-testid="my-data" disabled={isBusy.value} onClick={download}>
          {texts.download}
        </Button>
      </div>
    </>
  );
}

function Erasing({ email, since }: { readonly email: string; readonly since: string | null }) {
  const due = useSignal(since);
  const isOpen = useSignal(false);
  const erase = async (proof: Params<'identity', 'eraseMe'>) => {
    due.value = (await api.identity.eraseMe(proof)).due_at;
  };
  if (due.value) return <Notice kind="warn">{texts.due(moment(due.value, ownZone))}</Notice>;
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{texts.erase}</summary>
      <div class="stack">
        <p>{texts.whatGoes}</p>
        <ByPassword email={email} erase={erase} />
        {isOpen.value && <ByPasskey erase={erase} />}
      </div>
    </details>
  );
}

interface Proving {
  readonly erase: (proof: Params<'identity', 'eraseMe'>) => Promise<void>;
}
function ByPassword({ email, erase }: Proving & { readonly email: string }) {
  const { refused, isSending, onSubmit } = useSending(({ password = '' }) => erase({ password }));
  const isWrong = isRefusal(refused, 'INVALID_CREDENTIALS');
  return (
    <form class="stack" onSubmit={onSubmit}>
      <input type="hidden" autocomplete="username" value={email} />
      <PasswordField
        label={address.yourPassword}
        autocomplete="current-password"
        wrong={isWrong ? address.isWrong : undefined}
      />
      {refused && !isWrong && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button kind="danger" data-testid="erase-me" disabled={isSending}>
        {texts.erase}
      </Button>
    </form>
  );
}

/** For those who have a passkey, maybe since this page was opened. */
function ByPasskey({ erase }: Proving) {
  const { data } = useLoaded(() => api.identity.listPasskeys(), []);
  if (!data?.count) return null;
  return (
    <PasskeyButton
      label={texts.byPasskey}
      testId="erase-me-passkey"
      kind="danger"
      onSigned={(passkey) => erase({ passkey })}
    />
  );
}
