/** Pairing a device: by the address that the desk shows, or by its code, typed. One that is paired already asks first. */
import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isRefusal, MusterError, newIdempotencyKey, type Answer } from '../../clients/typescript/src/index.ts';
import { stranger } from './client.ts';
import { inWords } from './refused.ts';
import { pairing as texts } from './devices/texts/en.ts';

/** The key of a device, and what it is. */
export type Paired = Answer<'identity', 'pairDevice'>;
export type Next = Answer<'identity', 'readPairing'>;

/** A device as it is paired now. */
export interface Present {
  readonly name: string;
  /** Null and undefined while it is unknown. */
  readonly hackathon: Next['super_event'] | null | undefined;
  /** How many scans wait to be handed in. */
  readonly waiting: number;
}

interface Way {
  readonly kind: Paired['device']['kind'];
  /** Undefined while it is not paired. */
  readonly present: () => Present | undefined;
  /** Sees to what waits before it is paired anew. Returns whether it may be. */
  readonly leave?: () => Promise<boolean>;
  readonly onPaired: (paired: Paired) => void | Promise<void>;
}
/** The question of a device that is paired already. */
export interface Asked {
  readonly code: string;
  readonly present: Present;
  /** Why it is not paired anew; empty before it was tried. */
  readonly wrong: string;
}

export interface PairingState {
  readonly way: Way;
  readonly isUnderWay: Signal<boolean>;
  /** Why the last try failed. */
  readonly wrong: Signal<string>;
  readonly asked: Signal<Asked | undefined>;
  readonly pair: (code: string) => Promise<void>;
  /** Takes the code that stands in the address: asks first where the device is paired. */
  readonly take: () => void;
}

const whyNot = (error: MusterError) => (isRefusal(error, 'PAIRING_NOT_FOUND') ? texts.unknown : inWords(error));
export const codeInAddress = () => location.hash.slice(1);
const forgetCode = () => history.replaceState(null, '', location.pathname);

/** Returns what this says, or why it failed; empty where it did not. */
export async function failureOf(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return whyNot(error);
  }
}

export const otherKind = (was: Way['kind'], kind: Way['kind']) => (was === kind ? '' : texts.otherKind(was, kind));

function pairingOf(way: Way): PairingState {
  const isUnderWay = signal(false);
  const wrong = signal('');
  const asked = signal<Asked | undefined>(undefined);
  // Asked once more after a lost answer, the same code gives the same key.
  const keys = new Map<string, string>();
  /** A page that opens with a code in its address may be told of it twice. */
  let latest = '';
  const pair = async (code: string) => {
    if (isUnderWay.value && code === latest) return;
    latest = code;
    isUnderWay.value = true;
    const idempotencyKey = keys.get(code) ?? newIdempotencyKey();
    keys.set(code, idempotencyKey);
    wrong.value = '';
    wrong.value = await failureOf(async () => {
      const paired = await stranger.identity.pairDevice({ code }, { idempotencyKey });
      forgetCode();
      const failure = otherKind(paired.device.kind, way.kind);
      if (!failure) await way.onPaired(paired);
      return failure;
    }).finally(() => (isUnderWay.value = false));
  };
  const take = () => {
    const [code, present] = [codeInAddress(), way.present()];
    if (code === '') return;
    if (!present) return void pair(code);
    // It is not used up: its address, opened once more, asks once more.
    forgetCode();
    asked.value = { code, present, wrong: '' };
  };
  return { way, isUnderWay, wrong, asked, pair, take };
}

/** Pairs with the code that stands in the address, now and whenever another is opened. */
export function usePairing(way: Way): PairingState {
  const pairing = useMemo(() => pairingOf(way), []);
  useEffect(() => {
    pairing.take();
    addEventListener('hashchange', pairing.take);
    return () => removeEventListener('hashchange', pairing.take);
  }, [pairing]);
  return pairing;
}
