import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/choose.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Ticks, toggled } from '../parts/ticks.tsx';
import { Pairing } from './pairing.tsx';
import { addDevice, removeDevice, type Device, type Paired, type Point, type Wanted } from './requests.ts';

interface Props {
  readonly points: readonly Point[];
  readonly devices: readonly Device[];
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks what the device shall be, then shows what to hold before its camera. */
export function Pair({ points, devices, again, onClose }: Props) {
  const hackathon = useHackathon();
  const wanted = useSignal<Wanted>({ kind: 'kiosk', name: '', points: [] });
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
      <Dialog title="Pair a device" onClose={onClose}>
        <Form onSend={add}>
          <Wishes wanted={wanted.value} points={points} onChange={(next) => (wanted.value = next)} />
          <Button>Next</Button>
        </Form>
      </Dialog>
    );
  }
  const { device, pairing } = paired.value;
  return (
    <Dialog title={`Pair ${device.name}`} onClose={onClose}>
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
        Done
      </Button>
    </Dialog>
  );
}

const kinds = [
  { value: 'kiosk', name: 'Kiosk: scans at the door' },
  { value: 'board', name: 'Board: shows who came' },
] as const;

interface Wishing {
  readonly wanted: Wanted;
  readonly points: readonly Point[];
  readonly onChange: (wanted: Wanted) => void;
}
const Wishes = ({ wanted, points, onChange }: Wishing) => (
  <>
    <Choose label="Kind" value={wanted.kind} options={kinds} onChoose={(kind) => onChange({ ...wanted, kind })} />
    <Field
      label="Name"
      hint="What you will know it by, such as “Main door, left”"
      required
      maxLength={100}
      value={wanted.name}
      onInput={({ currentTarget }) => onChange({ ...wanted, name: currentTarget.value })}
    />
    {wanted.kind === 'kiosk' && points.length > 0 && (
      <Ticks
        legend="Where it may scan"
        hint="Without a choice: everywhere, also at points that are added later."
        options={points.map(({ id, name, track }) => ({
          ...{ id, name },
          more: track && <span class="quiet small">{track.name}</span>,
        }))}
        ticked={wanted.points}
        onToggle={(id) => onChange({ ...wanted, points: toggled(wanted.points, id) })}
      />
    )}
  </>
);
