/** Pairing a device: by the address that the desk shows, or by its code, typed. */
import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Button } from './button.tsx';
import { isRefusal, MusterError, newIdempotencyKey, type Answer } from '../../clients/typescript/src/index.ts';
import { stranger } from './client.ts';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { inWords } from './refused.ts';
import { fields } from './texts/en.ts';
import { pairing as texts } from './devices/texts/en.ts';

/** The key of a device, and what it is. */
export type Paired = Answer<'identity', 'pairDevice'>;

interface Way {
  readonly kind: Paired['device']['kind'];
  readonly onPaired: (paired: Paired) => void | Promise<void>;
}
export interface PairingState {
  readonly isUnderWay: Signal<boolean>;
  /** Why the last try failed. */
  readonly wrong: Signal<string>;
  readonly pair: (code: string) => Promise<void>;
}

const whyNot = (error: MusterError) => (isRefusal(error, 'PAIRING_NOT_FOUND') ? texts.unknown : inWords(error));

function pairingOf({ kind, onPaired }: Way): PairingState {
  const isUnderWay = signal(false);
  const wrong = signal('');
  // Asked once more after a lost answer, the same code gives the same key.
  const keys = new Map<string, string>();
  /** A page that opens with a code in its address may be told of it twice. */
  let asked = '';
  const pair = async (code: string) => {
    if (isUnderWay.value && code === asked) return;
    asked = code;
    isUnderWay.value = true;
    wrong.value = '';
    const idempotencyKey = keys.get(code) ?? newIdempotencyKey();
    keys.set(code, idempotencyKey);
    try {
      const paired = await stranger.identity.pairDevice({ code }, { idempotencyKey });
      history.replaceState(null, '', location.pathname);
      if (paired.device.kind === kind) await onPaired(paired);
      else wrong.value = texts.otherKind(paired.device.kind, kind);
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = whyNot(error);
    } finally {
      isUnderWay.value = false;
    }
  };
  return { isUnderWay, wrong, pair };
}

const codeInAddress = () => location.hash.slice(1);

/** Pairs with the code that stands in the address, now and whenever another is opened. */
export function usePairing(way: Way): PairingState {
  const pairing = useMemo(() => pairingOf(way), []);
  useEffect(() => {
    const take = () => {
      if (codeInAddress() !== '') void pairing.pair(codeInAddress());
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [pairing]);
  return pairing;
}

/** Asks for a code. */
export function Pairing({ pairing }: { readonly pairing: PairingState }) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget as HTMLFormElement).get('code');
    if (typeof code === 'string' && code.trim() !== '') void pairing.pair(code.trim());
  };
  return (
    <form class="stack" onSubmit={send}>
      {pairing.wrong.value && <Notice kind="bad">{pairing.wrong.value}</Notice>}
      <p>{texts.how}</p>
      <Field
        label={fields.code}
        name="code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        defaultValue={codeInAddress()}
      />
      <Button>{texts.pair}</Button>
    </form>
  );
}
