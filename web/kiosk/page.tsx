import { Frame } from '../shared/frame.tsx';
import { Loading } from '../shared/loaded.tsx';
import { Pairing, usePairing } from '../shared/pairing.tsx';
import { Choosing } from './choosing.tsx';
import { Door } from './door.tsx';
import { Ended } from './ended.tsx';
import type { Kiosk } from './kiosk.ts';
import './kiosk.css';

export function KioskPage({ kiosk }: { readonly kiosk: Kiosk }) {
  const pairing = usePairing({ kind: 'kiosk', onPaired: (paired) => kiosk.pair(paired) });
  if (pairing.isUnderWay.value)
    return (
      <Frame width="narrow">
        <Loading what="Pairing this kiosk" />
      </Frame>
    );
  switch (kiosk.phase.value) {
    case 'unpaired':
      return (
        <Frame width="narrow">
          <h1>Pair this kiosk</h1>
          <Pairing pairing={pairing} />
        </Frame>
      );
    case 'choosing':
      return <Choosing kiosk={kiosk} />;
    case 'ended':
      return <Ended kiosk={kiosk} pairing={pairing} />;
    case 'door':
      return <Door kiosk={kiosk} />;
  }
}
