/** The question of a device that is paired already, when an address that pairs it is opened on it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Question } from '../asking.tsx';
import { Button } from '../button.tsx';
import { stranger } from '../client.ts';
import { Notice } from '../notice.tsx';
import { failureOf, otherKind, type Asked, type Next, type PairingState, type Present } from '../pairing.tsx';
import { textOf } from '../spoken.ts';
import { anew as texts } from './texts/en.ts';

interface Props {
  readonly pairing: PairingState;
}
/** Asks whether the device shall be paired anew, or says why it cannot be. */
export function PairingAnew({ pairing }: Props) {
  const asked = pairing.asked.value;
  if (!asked) return null;
  return asked.wrong ? (
    <Stays pairing={pairing} why={asked.wrong} />
  ) : (
    <Ask key={asked.code} pairing={pairing} asked={asked} />
  );
}

function Stays({ pairing, why }: Props & { readonly why: string }) {
  const close = () => (pairing.asked.value = undefined);
  return (
    <Question title={texts.stays[pairing.way.kind]} onClose={close}>
      <Notice kind="bad">{why}</Notice>
      <div class="row">
        <Button kind="calm" onClick={close}>
          {texts.close}
        </Button>
      </div>
    </Question>
  );
}

async function leave({ way, isUnderWay, wrong, asked, pair }: PairingState, code: string): Promise<void> {
  asked.value = undefined;
  isUnderWay.value = true;
  const isLeft = await Promise.resolve(way.leave?.() ?? true).finally(() => (isUnderWay.value = false));
  if (!isLeft) return;
  await pair(code);
  const present = way.present();
  // The page of a device that is still paired has no form that says so.
  if (wrong.value && present) asked.value = { code, present, wrong: wrong.value };
}

function Ask({ pairing, asked: { code, present } }: Props & { readonly asked: Asked }) {
  const next = useSignal<Next | undefined>(undefined);
  const wrong = useSignal('');
  const { kind } = pairing.way;
  const read = async () => {
    const told = await stranger.identity.readPairing({ code });
    next.value = told;
    return otherKind(told.device.kind, kind);
  };
  useEffect(() => void failureOf(read).then((failure) => (wrong.value = failure)), []);
  if (wrong.value) return <Stays pairing={pairing} why={wrong.value} />;
  if (next.value?.device.kind !== kind) return null;
  const { device, super_event } = next.value;
  const stay = () => (pairing.asked.value = undefined);
  return (
    <Question title={texts.title[kind]} onClose={stay}>
      <Place when={texts.now} name={present.name} hackathon={present.hackathon} />
      <Place when={texts.next} name={device.name} hackathon={super_event} />
      {present.waiting > 0 && <Notice>{texts.waiting(present.waiting)}</Notice>}
      <div class="row">
        <Button kind="calm" data-testid="pair-stay" onClick={stay}>
          {texts.stay}
        </Button>
        <Button data-testid="pair-anew" onClick={() => leave(pairing, code)}>
          {texts.pair}
        </Button>
      </div>
    </Question>
  );
}

interface PlaceProps extends Pick<Present, 'name' | 'hackathon'> {
  readonly when: string;
}
const Place = ({ when, name, hackathon }: PlaceProps) => (
  <p>
    <span class="quiet small">{when}</span>
    <br />
    <strong>{name}</strong>
    {hackathon && (
      <>
        <br />
        {textOf(hackathon, 'name')}
      </>
    )}
  </p>
);
