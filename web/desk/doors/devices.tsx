import { Button } from '../../shared/button.tsx';
import { listed, number } from '../../shared/intl.ts';
import { Empty } from '../../shared/loaded.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { Careful } from '../parts/dialog.tsx';
import { Pages, useSlices } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { ago } from '../parts/words.ts';
import { removeDevice, type Device, type Point } from './requests.ts';
import { devices as texts } from './texts/en.ts';

interface Props {
  readonly devices: readonly Device[];
  readonly points: readonly Point[] | undefined;
  readonly again: () => Promise<void>;
  readonly onPair: () => void;
}

/** The devices with how they are, as they last said themselves. */
export function Devices({ devices, points = [], again, onPair }: Props) {
  const { shown, turning } = useSlices(devices);
  if (devices.length === 0) {
    const pair = (
      <Button kind="calm" onClick={onPair}>
        {texts.pairFirst}
      </Button>
    );
    return <Empty action={pair}>{texts.none}</Empty>;
  }
  const placeOf = ({ kind, checkin_point_ids: ids }: Device) =>
    kind === 'board' || ids === null
      ? texts.everywhere
      : listed(ids.map((id) => points.find((point) => point.id === id)?.name ?? texts.formerDoor));
  const columns: readonly Column<Device>[] = [
    {
      name: forms.name,
      show: ({ name }) => <strong>{name}</strong>,
      below: (device) => texts[device.kind](placeOf(device)),
    },
    { name: forms.state, show: (device) => <State of={device} />, at: 'name', isPlain: true },
    { name: texts.lastSeen, show: ({ last_seen_at: at }) => at && ago(at) },
    { name: texts.toSend, isNumber: true, show: ({ queued }) => queued && number(queued) },
    { name: texts.version, show: ({ version }) => version },
    { name: texts.disconnect, at: 'end', show: (device) => <Remove device={device} again={again} /> },
  ];
  return (
    <div class="listing">
      <Rows caption={texts.caption} columns={columns} rows={shown} keyOf={({ id }) => id} testId="device-row" />
      <Pages {...turning} />
    </div>
  );
}

/** Devices report every 30 seconds. Two that are missing are no accident. */
const silent = 90_000;

const minutesSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / 60_000);

function State({ of: { paired_at, last_seen_at, expires_at, queued } }: { readonly of: Device }) {
  if (!paired_at) return <span class="tag warn">{texts.notPaired}</span>;
  if (expires_at && Date.parse(expires_at) < Date.now()) return <span class="tag bad">{texts.expired}</span>;
  const isSilent = !last_seen_at || Date.parse(last_seen_at) < Date.now() - silent;
  if (isSilent) {
    return <span class="tag bad">{last_seen_at ? texts.silent(minutesSince(last_seen_at)) : texts.silentLong}</span>;
  }
  return queued ? <span class="tag warn">{texts.sending(queued)}</span> : <span class="tag good">{texts.working}</span>;
}

const Remove = ({ device, again }: { readonly device: Device; readonly again: () => Promise<void> }) => (
  <Careful
    label={texts.disconnect}
    about={device.name}
    title={texts.disconnectWho(device.name)}
    onYes={async () => {
      if (await attempt(() => removeDevice(device.id), texts.disconnected(device.name))) await again();
    }}
  >
    {device.queued ? texts.stopsWaiting(device.queued) : texts[device.kind === 'board' ? 'goesDark' : 'stops']}
  </Careful>
);
