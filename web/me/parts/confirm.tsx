/** Asks an accepted person to confirm, if the organizers want it, and tells those who did not in time. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { deadline } from '../../shared/periods.ts';
import { attempt } from '../attempt.ts';
import type { Card } from '../places.ts';
import { place } from './texts/en.ts';

export function Confirm({ card: { hackathon, parent } }: { readonly card: Card }) {
  const wrong = useSignal('');
  const { id, status, confirm_by, confirmed_at, lapsed_at } = parent;
  if (lapsed_at) return <p>{place.hasLapsed}</p>;
  if (status !== 'accepted') return null;
  if (confirmed_at) return <p class="small">{place.isConfirmed}</p>;
  if (!confirm_by) return null;
  const confirm = async () => {
    wrong.value = await attempt(() => api.registrations.confirm({ id }));
  };
  return (
    <div class="stack">
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <p>
        <strong>{place.willYouCome}</strong>
        {place.confirmBefore(deadline(confirm_by, hackathon.tz ?? 'UTC'))}
      </p>
      <div class="row">
        <Button data-testid="me-confirm" disabled={!online.value} onClick={confirm}>
          {place.confirm}
        </Button>
      </div>
    </div>
  );
}
