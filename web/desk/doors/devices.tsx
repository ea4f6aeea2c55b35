import { Empty } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { Careful } from '../parts/careful.tsx';
import { Pages, useSlices } from '../parts/pages.tsx';
import { attempt } from '../parts/said.tsx';
import { ago, count } from '../parts/words.ts';
import { removeDevice, type Device, type Point } from './requests.ts';

interface Props {
  readonly devices: readonly Device[];
  readonly points: readonly Point[] | undefined;
  readonly again: () => Promise<void>;
}

/** The devices with how they are, as they last said themselves. */
export function Devices({ devices, points = [], again }: Props) {
  const { shown, turning } = useSlices(devices);
  if (devices.length === 0) {
    return <Empty>No device yet. Pair a phone, a tablet or a laptop as a kiosk, or a screen as a board.</Empty>;
  }
  const placeOf = ({ kind, checkin_point_ids: ids }: Device) =>
    kind === 'board' || ids === null
      ? 'everywhere'
      : ids.map((id) => points.find((point) => point.id === id)?.name ?? 'a former point').join(', ');
  const columns: readonly Column<Device>[] = [
    { name: 'Name', show: (device) => <Named device={device} place={placeOf(device)} /> },
    { name: 'State', show: (device) => <State of={device} /> },
    { name: 'Last seen', show: ({ last_seen_at: at }) => (at ? ago(at) : '–') },
    { name: 'To send', isNumber: true, show: ({ queued }) => queued ?? '–' },
    { name: 'Version', show: ({ version }) => version ?? '–' },
    { name: 'Disconnect', show: (device) => <Remove device={device} again={again} /> },
  ];
  return (
    <div class="listing">
      <Table caption="All devices" columns={columns} rows={shown} keyOf={({ id }) => id} testId="device-row" />
      <Pages {...turning} />
    </div>
  );
}

const Named = ({ device: { name, kind }, place }: { readonly device: Device; readonly place: string }) => (
  <div class="who">
    <strong>{name}</strong>
    <span class="quiet small">
      {kind}, {place}
    </span>
  </div>
);

/** Devices report every 30 seconds. Two that are missing are no accident. */
const silent = 90_000;

const minutesSince = (at: string | null) =>
  at ? `${Math.floor((Date.now() - Date.parse(at)) / 60_000)} min` : 'some time';

function State({ of: { paired_at, last_seen_at, expires_at, queued } }: { readonly of: Device }) {
  if (!paired_at) return <span class="tag warn">… Not paired yet</span>;
  if (expires_at && Date.parse(expires_at) < Date.now()) return <span class="tag bad">✕ Its time has run out</span>;
  const isSilent = !last_seen_at || Date.parse(last_seen_at) < Date.now() - silent;
  if (isSilent) return <span class="tag bad">! No sign for {minutesSince(last_seen_at)}</span>;
  return queued ? (
    <span class="tag warn">≡ Sending {count(queued, 'scan')}</span>
  ) : (
    <span class="tag good">✓ Working</span>
  );
}

const Remove = ({ device, again }: { readonly device: Device; readonly again: () => Promise<void> }) => (
  <Careful
    label="Disconnect"
    about={device.name}
    title={`Disconnect ${device.name}?`}
    onYes={async () => {
      if (await attempt(() => removeDevice(device.id), `${device.name} is disconnected.`)) await again();
    }}
  >
    It stops scanning within ten seconds.
    {(device.queued ?? 0) > 0 && ` ${count(device.queued ?? 0, 'scan')} wait on it: let it send them first.`}
  </Careful>
);
