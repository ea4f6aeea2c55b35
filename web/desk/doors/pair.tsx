import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { Form, Ticks, toggled } from '../parts/form.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { Pairing } from './pairing.tsx';
import { addDevice, removeDevice, type Device, type Option, type Paired, type Point, type Wanted } from './requests.ts';
import { devices as ofDevices, pairing as texts } from './texts/en.ts';

interface Props {
  readonly points: readonly Point[];
  readonly devices: readonly Device[];
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** The first name of a kind that no device has. */
function proposed(kind: Wanted['kind'], devices: readonly Device[], n = 1): string {
  const name = texts.names[kind](n);
  return devices.some((device) => device.name === name) ? proposed(kind, devices, n + 1) : name;
}

/** A name that nobody has changed follows the kind. */
const ofKind = (wanted: Wanted, kind: Wanted['kind'], devices: readonly Device[]): Wanted => ({
  ...wanted,
  kind,
  ...(wanted.name === proposed(wanted.kind, devices) && { name: proposed(kind, devices) }),
});

const first = (devices: readonly Device[]): Wanted => ({
  ...{ kind: 'kiosk', name: proposed('kiosk', devices) },
  ...{ points: [], options: [], pin: '' },
});

/** Asks what the device shall be, then shows what to hold before its camera. */
export function Pair({ points, devices, again, onClose }: Props) {
  const hackathon = useHackathon();
  const wanted = useSignal(first(devices));
  const paired = useSignal<Paired>();
  const add = async () => {
    const isAdded = await attempt(async () => (paired.value = await addDevice(hackathon, wanted.value)));
    if (isAdded) await again();
  };
  const anew = async (id: string) => {
    await attempt(() => removeDevice(id));
    await add();
  };
  if (!paired.value) {
    return (
      <Dialog title={ofDevices.pair} onClose={onClose}>
        <Form onSend={add}>
          <Wishes wanted={wanted.value} points={points} devices={devices} onChange={(next) => (wanted.value = next)} />
          <Button>{texts.next}</Button>
        </Form>
      </Dialog>
    );
  }
  const { device, pairing } = paired.value;
  return (
    <Dialog title={texts.title(device.name)} onClose={onClose}>
      <Pairing
        key={device.id}
        pairing={pairing}
        kind={device.kind}
        isPaired={devices.some(({ id, paired_at }) => id === device.id && paired_at !== null)}
        again={again}
        anew={() => anew(device.id)}
        zone={hackathon.zone}
      />
      <Button kind="calm" onClick={onClose}>
        {texts.done}
      </Button>
    </Dialog>
  );
}

const kinds = [
  { value: 'kiosk', name: texts.kiosk },
  { value: 'board', name: texts.board },
] as const;

const options = [
  { id: 'may_search', name: texts.may_search },
  { id: 'sees_answers', name: texts.sees_answers },
  { id: 'prints', name: texts.prints },
] as const;

/** The options of a kiosk. */
const Options = ({ wanted, onChange }: Pick<Wishing, 'wanted' | 'onChange'>) => (
  <>
    <Ticks
      legend={texts.may}
      options={options}
      ticked={wanted.options}
      onToggle={(id) => onChange({ ...wanted, options: toggled(wanted.options, id) as readonly Option[] })}
    />
    <Field
      label={texts.pin}
      hint={texts.pinHint}
      inputMode="numeric"
      autocomplete="off"
      pattern="[0-9]{4,8}"
      maxLength={8}
      value={wanted.pin}
      onInput={({ currentTarget }) => onChange({ ...wanted, pin: currentTarget.value })}
    />
  </>
);

interface Wishing {
  readonly wanted: Wanted;
  readonly points: readonly Point[];
  readonly devices: readonly Device[];
  readonly onChange: (wanted: Wanted) => void;
}
const Wishes = ({ wanted, points, devices, onChange }: Wishing) => (
  <>
    <Choose
      label={texts.kind}
      value={wanted.kind}
      options={kinds}
      onChoose={(kind) => onChange(ofKind(wanted, kind, devices))}
    />
    <Field
      data-first
      label={forms.name}
      hint={texts.nameHint}
      required
      maxLength={100}
      value={wanted.name}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) => onChange({ ...wanted, name: currentTarget.value })}
    />
    {wanted.kind === 'kiosk' && points.length > 0 && (
      <Ticks
        legend={texts.points}
        hint={texts.pointsHint}
        options={points.map(({ id, name, track }) => ({
          ...{ id, name },
          more: track && <span class="quiet small">{track.name}</span>,
        }))}
        ticked={wanted.points}
        onToggle={(id) => onChange({ ...wanted, points: toggled(wanted.points, id) })}
      />
    )}
    {wanted.kind === 'kiosk' && <Options wanted={wanted} onChange={onChange} />}
  </>
);
