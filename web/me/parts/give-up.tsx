/** Gives up a place, after a question: the one in the hackathon, or one of several tracks. */
import { useSignal } from '@preact/signals';
import { Asking } from '../../shared/asking.tsx';
import { Button } from '../../shared/button.tsx';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { attempt } from '../attempt.ts';
import { hasPlace, type Card, type Place } from '../places.ts';
import { place } from './texts/en.ts';

export function GiveUp({ card: { hackathon, parent, places } }: { readonly card: Card }) {
  if (!hasPlace(parent.status) && !places.some(({ status }) => hasPlace(status))) return null;
  return (
    <Sure
      label={place.giveUp}
      testId="me-give-up"
      title={place.giveUpQuestion(hackathon.name)}
      what={place.giveUpMeans}
      giveUp={() => api.registrations.cancelParent({ id: parent.id })}
    />
  );
}

export const LeaveTrack = ({ id, name }: Pick<Place, 'id'> & { readonly name: string }) => (
  <Sure
    label={place.leaveTrack}
    testId="me-leave-track"
    title={place.leaveQuestion(name)}
    what={place.leaveMeans}
    giveUp={() => api.registrations.cancel({ id })}
  />
);

interface Props {
  readonly label: string;
  readonly testId: string;
  readonly title: string;
  readonly what: string;
  readonly giveUp: () => Promise<unknown>;
}
function Sure({ what, giveUp, testId, ...asking }: Props) {
  const wrong = useSignal('');
  const sure = async (close: () => void) => {
    close();
    wrong.value = await attempt(giveUp);
  };
  return (
    <div class="part">
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <Asking kind="danger" testId={testId} {...asking}>
        {(close) => (
          <>
            <p>{what}</p>
            <div class="row">
              <Button kind="calm" onClick={close}>
                {place.keep}
              </Button>
              <Button kind="danger" data-testid={`${testId}-sure`} onClick={() => sure(close)}>
                {asking.label}
              </Button>
            </div>
          </>
        )}
      </Asking>
    </div>
  );
}
