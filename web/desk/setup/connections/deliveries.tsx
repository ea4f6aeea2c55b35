import { useSignal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../../shared/button.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { number } from '../../../shared/intl.ts';
import { online } from '../../../shared/online.ts';
import { api } from '../../../shared/session.ts';
import { moment } from '../../../shared/time.ts';
import { useHackathon } from '../../hackathons.ts';
import { useEvery } from '../../live.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { ButtonFor, Shown } from '../../parts/listing.tsx';
import { Rows, type Column } from '../../parts/rows.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { hostOf, readDeliveries, type Delivery, type Outcome, type Webhook } from './requests.ts';
import { deliveries as words } from './texts/en.ts';

/** Seconds between two readings: no fact tells that something was delivered. */
const everySeconds = 5;

const statuses = optionsOf({ '': words.all, ...words.statuses });

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}
export function Deliveries({ webhook, onClose }: Props) {
  const status = useSignal<Delivery['status'] | ''>('');
  const ask = (signal: AbortSignal) => readDeliveries(webhook.id, status.value, signal);
  const deliveries = useLoaded(ask, [webhook.id, status.value]);
  useEvery(everySeconds, deliveries.again);
  return (
    <Dialog title={words.title(hostOf(webhook))} onClose={onClose}>
      <Test webhook={webhook} />
      <Choose
        label={forms.state}
        value={status.value}
        options={statuses}
        onChoose={(chosen) => (status.value = chosen)}
      />
      <Shown of={deliveries}>
        {(rows) =>
          rows.length === 0 ? <Empty>{words.none}</Empty> : <List deliveries={rows} again={deliveries.again} />
        }
      </Shown>
    </Dialog>
  );
}

/** The answer of the receiver, or why there was none. */
function came({ response_status, error }: Pick<Delivery, 'response_status' | 'error'>): string {
  const answer = response_status === null ? [] : [words.answered(String(response_status))];
  return [...answer, ...(error ? [words.errors[error]] : [])].join(': ');
}

function Test({ webhook }: Pick<Props, 'webhook'>) {
  const outcome = useSignal<Outcome>();
  const test = async () => {
    outcome.value = undefined;
    await attempt(async () => (outcome.value = await api.webhooks.test({ id: webhook.id })));
  };
  const { delivered, duration_ms: ms } = outcome.value ?? {};
  return (
    <>
      <div>
        <Button kind="calm" disabled={!online.value} onClick={test}>
          {words.test}
        </Button>
      </div>
      {outcome.value && (
        <Notice kind={delivered ? 'good' : 'bad'}>
          {delivered ? words.arrived(came(outcome.value), number(ms ?? 0)) : words.failed(came(outcome.value))}
        </Notice>
      )}
    </>
  );
}

const tones = { pending: '', delivered: 'good', failed: 'bad' };

interface Listing {
  readonly deliveries: readonly Delivery[];
  readonly again: () => Promise<void>;
}
function List({ deliveries, again }: Listing) {
  const { zone } = useHackathon();
  const told = (delivery: Delivery) =>
    [moment(delivery.tried_at ?? delivery.created_at, zone), words.tries(delivery.tries), came(delivery)]
      .filter(Boolean)
      .join(' · ');
  const columns: readonly Column<Delivery>[] = [
    { name: words.type, show: ({ type }) => <strong class="address">{type}</strong>, below: told },
    {
      name: forms.state,
      show: ({ status }) => <span class={`tag ${tones[status]}`}>{words.statuses[status]}</span>,
      ...{ at: 'name', isPlain: true },
    },
    { name: forms.change, at: 'end', show: (delivery) => <Again of={delivery} again={again} /> },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={deliveries} keyOf={({ id }) => id} testId="delivery-row" />
    </div>
  );
}

const whyNot = (error: MusterError): string =>
  isRefusal(error, 'WEBHOOK_NOT_ACTIVE') ? words.notActive : explain(error);

const Again = ({ of: { id, type }, again }: { readonly of: Delivery; readonly again: () => Promise<void> }) => (
  <div class="row tight acts">
    <ButtonFor
      label={words.again}
      about={type}
      kind="calm"
      disabled={!online.value}
      onClick={async () => {
        if (await attempt(() => api.webhooks.retry({ id }), words.isSent(type), whyNot)) await again();
      }}
    />
  </div>
);
