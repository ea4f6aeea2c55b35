import { Frame } from '../shared/frame.tsx';
import { Loading } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { Pairing, usePairing } from '../shared/pairing.tsx';
import { show } from '../shared/show.tsx';
import { BoardScreen } from './board-screen.tsx';
import { open, pair, shown, state } from './board.ts';
import './board.css';

function BoardPage() {
  const pairing = usePairing({ kind: 'board', onPaired: pair });
  const isOn = state.value === 'on';
  if (isOn && shown.value) return <BoardScreen board={shown.value.board} at={shown.value.at} />;
  if (isOn || pairing.isUnderWay.value)
    return (
      <Frame width="narrow">
        <Loading what={isOn ? 'Loading' : 'Pairing this board'} />
      </Frame>
    );
  return (
    <Frame width="narrow">
      <h1>{state.value === 'ended' ? 'This board was disconnected' : 'Pair this board'}</h1>
      {state.value === 'ended' && (
        <Notice>An organizer disconnected it, or its time is over. Nothing is kept here.</Notice>
      )}
      <Pairing pairing={pairing} />
    </Frame>
  );
}

open();
show(<BoardPage />);
