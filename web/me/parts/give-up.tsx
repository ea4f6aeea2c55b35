/** Gives up a place, after a question: the one in the hackathon, or one of several tracks. */
import { useSignal } from '@preact/signals';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { attempt } from '../attempt.ts';
import { hasPlace, type Card, type Place } from '../places.ts';
import { Sure } from './sure.tsx';
import { place } from './texts/en.ts';

export function GiveUp({ card: { hackathon, parent, places } }: { readonly card: Card }) {
  if (!hasPlace(parent.status) && !places.some(({ status }) => hasPlace(status))) return null;
  return (
    <Giving
      label={place.giveUp}
      testId="me-give-up"
      title={place.giveUpQuestion(hackathon.name)}
      what={place.giveUpMeans}
      giveUp={() => api.registrations.cancelParent({ id: parent.id })}
    />
  );
}

export const LeaveTrack = ({ id, name }: Pick<Place, 'id'> & { readonly name: string }) => (
  <Giving
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
function Giving({ what, giveUp, ...asking }: Props) {
  const wrong = useSignal('');
  return (
    <div class="part">
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <Sure {...asking} no={place.keep} act={async () => (wrong.value = await attempt(giveUp))}>
        <p>{what}</p>
      </Sure>
    </div>
  );
}
