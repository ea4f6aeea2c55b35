/** Adds, names and removes one's own passkeys. */
import { useSignal } from '@preact/signals';
import { MusterError, type Answer } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { later } from '../shared/later.ts';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { hasPasskeys } from '../shared/passkey-button.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith } from '../shared/sending.ts';
import { api } from '../shared/session.ts';
import { ownZone } from '../shared/intl.ts';
import { moment } from '../shared/time.ts';
import { account, passkeys as texts } from './texts/en.ts';

type Passkey = Answer<'identity', 'listPasskeys'>['passkeys'][number];

export function Passkeys() {
  const loaded = useLoaded(() => api.identity.listPasskeys(), []);
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{texts.title}</h2>
      <p>{texts.about}</p>
      <Show of={loaded}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul class="stack plain">
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} again={loaded.again} />
              ))}
            </ul>
          )
        }
      </Show>
      {hasPasskeys ? <Add again={loaded.again} /> : <Notice>{texts.none}</Notice>}
    </section>
  );
}

interface Adding {
  readonly again: () => Promise<void>;
}
function Add({ again }: Adding) {
  const { refused, isSending, onSubmit } = useSending(async ({ passkey = '' }) => {
    const { makePasskey } = await later(import('../shared/passkey-browser.ts'));
    const { options } = await api.identity.beginPasskey();
    await api.identity.addPasskey({ name: passkey, credential: await makePasskey(options) });
    await again();
  });
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field
        label={texts.nameOfNew}
        name="passkey"
        required
        maxLength={100}
        defaultValue={texts.mine}
        data-testid="passkey-name"
        wrong={wrongWith(refused, 'name')}
      />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      <Button data-testid="passkey-add" disabled={isSending}>
        {texts.add}
      </Button>
    </form>
  );
}

interface Props extends Adding {
  readonly passkey: Passkey;
}
const Row = ({ passkey, again }: Props) => (
  <li class="stack tight" data-testid="passkey">
    <strong>{passkey.name}</strong>
    <p class="quiet small">
      {texts.since(
        moment(passkey.created_at, ownZone),
        passkey.last_used_at === null ? null : moment(passkey.last_used_at, ownZone),
      )}
    </p>
    <details>
      <summary>
        {texts.change}
        <span class="unseen"> ({passkey.name})</span>
      </summary>
      <Change passkey={passkey} again={again} />
    </details>
  </li>
);

function Change({ passkey: { id, name }, again }: Props) {
  const wrong = useSignal('');
  const { refused, isSending, onSubmit } = useSending(async ({ renamed = '' }) => {
    await api.identity.renamePasskey({ id, name: renamed });
    await again();
  });
  const remove = async () => {
    try {
      await api.identity.removePasskey({ id });
      await again();
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = inWords(error);
    }
  };
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field
        label={account.name}
        name="renamed"
        required
        maxLength={100}
        defaultValue={name}
        wrong={wrongWith(refused, 'name')}
      />
      {refused && <Notice kind="bad">{inWords(refused)}</Notice>}
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Button data-testid="passkey-rename" disabled={isSending}>
          {texts.rename}
        </Button>
        <Button kind="danger" data-testid="passkey-remove" onClick={remove}>
          {texts.remove}
        </Button>
      </div>
    </form>
  );
}
