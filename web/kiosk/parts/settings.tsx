import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { LanguageChoice } from '../../shared/language-choice.tsx';
import { cameras } from './camera.ts';
import { LeavePoint } from './choosing.tsx';
import type { Kiosk } from '../kiosk.ts';
import type { Pairing } from '../model.ts';
import { areNamesHidden, camera, hideNames } from '../preferences.ts';
import { settings as texts } from './texts/en.ts';

type Lock = NonNullable<Pairing['lock']>;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

/** Compares a PIN with its hash on the device itself, for settings are wanted without a network, too. */
async function opens({ salt, hash, iterations }: Lock, pin: string): Promise<boolean> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations };
  const derived = new Uint8Array(await crypto.subtle.deriveBits(how, material, 256));
  return derived.every((byte, index) => byte === bytesOf(hash)[index]);
}

/** Milliseconds after which settings that were left open are locked again. */
const locksAfterMs = 60_000;

/** The settings of this device, behind its PIN where it has one. */
export function Settings({ kiosk }: { readonly kiosk: Kiosk }) {
  const isOpen = useSignal(false);
  const lock = kiosk.lock.value;
  useEffect(() => {
    if (!isOpen.value || !lock) return undefined;
    const timer = setTimeout(() => (isOpen.value = false), locksAfterMs);
    return () => clearTimeout(timer);
  }, [isOpen.value, lock]);
  return (
    <details class="card">
      <summary>{texts.title}</summary>
      {lock && !isOpen.value ? (
        <Unlock lock={lock} onOpen={() => (isOpen.value = true)} />
      ) : (
        <div class="stack">
          <ChooseCamera />
          <div class="field">
            <LanguageChoice />
          </div>
          <label class="row tick">
            <input
              type="checkbox"
              checked={areNamesHidden()}
              onChange={({ currentTarget }) => hideNames(currentTarget.checked)}
            />
            <span>{texts.hideNames}</span>
          </label>
          {lock && (
            <>
              <LeavePoint kiosk={kiosk} />
              <Button kind="calm" onClick={() => (isOpen.value = false)}>
                {texts.lock}
              </Button>
            </>
          )}
        </div>
      )}
    </details>
  );
}

function Unlock({ lock, onOpen }: { readonly lock: Lock; readonly onOpen: () => void }) {
  const pin = useSignal('');
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    const isRight = await opens(lock, pin.value);
    isBusy.value = false;
    if (isRight) return onOpen();
    pin.value = '';
    wrong.value = texts.wrongPin;
  };
  return (
    <form class="stack" aria-busy={isBusy.value} onSubmit={(event) => void send(event)}>
      <Field
        data-testid="kiosk-lock"
        label={texts.pin}
        hint={texts.pinHint}
        type="password"
        inputMode="numeric"
        autocomplete="off"
        required
        value={pin.value}
        wrong={wrong.value}
        onInput={({ currentTarget }) => (pin.value = currentTarget.value)}
      />
      <Button kind="calm">{texts.unlock}</Button>
    </form>
  );
}

function ChooseCamera() {
  const id = useId();
  const found = cameras.value;
  return (
    <div class="field">
      <label for={id}>{texts.camera}</label>
      <select
        id={id}
        data-testid="kiosk-camera"
        value={camera.value}
        onChange={({ currentTarget }) => (camera.value = currentTarget.value)}
      >
        <option value="">{texts.usualCamera}</option>
        {found.map(({ id: device, name }) => (
          <option key={device} value={device}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
