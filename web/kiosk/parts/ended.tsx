import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Frame } from '../../shared/frame.tsx';
import { number } from '../../shared/intl.ts';
import { Notice } from '../../shared/notice.tsx';
import type { PairingState } from '../../shared/pairing.tsx';
import { Pairing } from '../../shared/pairing-form.tsx';
import { saveFile } from '../../shared/save-file.ts';
import type { Kiosk } from '../kiosk.ts';
import type { Queued, Scan } from '../model.ts';
import { ended as texts } from './texts/en.ts';

/** The bodies with which `POST /checkin-points/:pointId/scan/batch` takes them, point by point. */
const bodiesOf = (queued: readonly Queued[]) => {
  const undone = new Set(queued.flatMap((one) => ('undoes' in one ? [one.undoes] : [])));
  const scans = queued.filter((one): one is Scan => !('undoes' in one) && !undone.has(one.nonce));
  const points = [...new Set(scans.map(({ point_id }) => point_id))];
  return points.map((point_id) => ({
    point_id,
    scans: scans
      .filter((scan) => scan.point_id === point_id)
      .map(({ token, registration_id, nonce, scanned_at }) => ({ token, registration_id, nonce, scanned_at })),
  }));
};

async function save(kiosk: Kiosk): Promise<void> {
  const text = JSON.stringify(bodiesOf(await kiosk.lists.waiting()), null, 2);
  saveFile(new Blob([text], { type: 'application/json' }), 'scans-not-handed-in.json');
}

interface Props {
  readonly kiosk: Kiosk;
  readonly pairing: PairingState;
}

/** The service takes the key of this device no more. */
export function Ended({ kiosk, pairing }: Props) {
  const isSaved = useSignal(false);
  const queued = kiosk.lists.queued.value;
  return (
    <Frame width="narrow">
      <h1>{texts.title}</h1>
      {queued === 0 ? (
        <Notice>{texts.nothingKept}</Notice>
      ) : (
        <section class="card">
          <Notice kind="warn">
            {texts.notSent(queued, <strong data-testid="queue-count">{number(queued)}</strong>)}
          </Notice>
          <Button onClick={() => save(kiosk).then(() => (isSaved.value = true))}>{texts.save}</Button>
          <Button kind="danger" disabled={!isSaved.value} onClick={() => kiosk.wipe()}>
            {texts.wipe}
          </Button>
        </section>
      )}
      <Pairing pairing={pairing} />
    </Frame>
  );
}
