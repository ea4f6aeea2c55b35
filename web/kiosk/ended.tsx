import { useSignal } from '@preact/signals';
import { Button } from '../shared/button.tsx';
import { Frame } from '../shared/frame.tsx';
import { Notice } from '../shared/notice.tsx';
import { Pairing, type PairingState } from '../shared/pairing.tsx';
import type { Kiosk } from './kiosk.ts';
import type { Scan } from './model.ts';

/** The bodies with which `POST /checkin-points/:pointId/scan/batch` takes them, point by point. */
const bodiesOf = (scans: readonly Scan[]) => {
  const points = [...new Set(scans.map(({ point_id }) => point_id))];
  return points.map((point_id) => ({
    point_id,
    scans: scans
      .filter((scan) => scan.point_id === point_id)
      .map(({ token, nonce, scanned_at }) => ({ token, nonce, scanned_at })),
  }));
};

async function saveFile(kiosk: Kiosk): Promise<void> {
  const text = JSON.stringify(bodiesOf(await kiosk.waiting()), null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: 'scans-not-handed-in.json' });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface Props {
  readonly kiosk: Kiosk;
  readonly pairing: PairingState;
}

/** The service takes the key of this device no more. */
export function Ended({ kiosk, pairing }: Props) {
  const isSaved = useSignal(false);
  const queued = kiosk.queued.value;
  const save = async () => {
    await saveFile(kiosk);
    isSaved.value = true;
  };
  return (
    <Frame width="narrow">
      <h1>This kiosk was disconnected</h1>
      {queued === 0 ? (
        <Notice>An organizer disconnected it, or its time is over. Nothing is kept here any more.</Notice>
      ) : (
        <section class="card">
          <Notice kind="warn">
            An organizer disconnected it, or its time is over, and <strong data-testid="queue-count">{queued}</strong>{' '}
            scans were not sent. Save them and give the file to an organizer, or pair this kiosk anew and it sends them.
          </Notice>
          <Button onClick={save}>Save as a file</Button>
          <Button kind="danger" disabled={!isSaved.value} onClick={() => kiosk.wipe()}>
            The file is there: wipe this kiosk
          </Button>
        </section>
      )}
      <Pairing pairing={pairing} />
    </Frame>
  );
}
