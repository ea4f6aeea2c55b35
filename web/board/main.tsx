import { Frame } from '../shared/frame.tsx';
import { Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { PairingAnew } from '../shared/anew/pairing-anew.tsx';
import { usePairing, type PairingState } from '../shared/pairing.tsx';
import { Pairing } from '../shared/pairing-form.tsx';
import { show } from '../shared/show.tsx';
import { BoardScreen } from './board-screen.tsx';
import { open, pair, present, shown, state } from './board.ts';
import { page as texts } from './texts/en.ts';
import './board.css';

function BoardPage() {
  const pairing = usePairing({ kind: 'board', present, onPaired: pair });
  return (
    <>
      <BoardState pairing={pairing} />
      <PairingAnew pairing={pairing} />
    </>
  );
}

function BoardState({ pairing }: { readonly pairing: PairingState }) {
  const isOn = state.value === 'on';
  if (isOn && shown.value) return <BoardScreen board={shown.value.board} at={shown.value.at} />;
  if (isOn || pairing.isUnderWay.value)
    return (
      <Frame width="narrow">
        <Loading what={isOn ? texts.loading : texts.isPairing} />
      </Frame>
    );
  return (
    <Frame width="narrow">
      <h1>{state.value === 'ended' ? texts.ended : texts.pair}</h1>
      {state.value === 'ended' && <Notice>{texts.nothingKept}</Notice>}
      <Pairing pairing={pairing} />
    </Frame>
  );
}

open();
show(<BoardPage />);
