/** Webhooks of the organization: facts, sent to addresses of its own. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { api } from '../../../shared/session.ts';
import { day } from '../../../shared/time.ts';
import { useHackathon } from '../../hackathons.ts';
import { useFresh, type Live } from '../../live.ts';
import { Careful } from '../../parts/dialog.tsx';
import { ButtonFor, ComingRows, Shown } from '../../parts/listing.tsx';
import { Rows, type Column } from '../../parts/rows.tsx';
import { attempt } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { firstOf } from '../../parts/words.ts';
import { items } from '../texts/en.ts';
import { Deliveries } from './deliveries.tsx';
import { byName, everyType } from './fact-types.ts';
import { hostOf, readWebhooks, type Connected, type Webhook } from './requests.ts';
import { webhooks as words } from './texts/en.ts';
import { WebhookForm } from './webhook-form.tsx';

export function Webhooks({ live }: { readonly live: Live }) {
  const hackathon = useHackathon();
  const known = useLoaded((signal) => readWebhooks(hackathon, signal), [hackathon.organization.id], 'webhooks');
  useFresh(live, known.again, ['webhook']);
  const edited = useSignal<Webhook | 'new'>();
  const opened = useSignal<Webhook>();
  return (
    <section class="card" aria-labelledby="webhooks">
      <div class="row spread">
        <h2 id="webhooks">{words.title}</h2>
        <Button kind="calm" disabled={!known.data || !online.value} onClick={() => (edited.value = 'new')}>
          {words.add}
        </Button>
      </div>
      <p class="quiet small">{words.about}</p>
      <Shown of={known} coming={<ComingRows />}>
        {(all) => (
          <List
            {...all}
            again={known.again}
            onEdit={(row) => (edited.value = row)}
            onOpen={(row) => (opened.value = row)}
          />
        )}
      </Shown>
      {edited.value && (
        <WebhookForm
          webhook={edited.value === 'new' ? undefined : edited.value}
          hackathons={known.data?.hackathons ?? []}
          again={known.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
      {opened.value && <Deliveries webhook={opened.value} onClose={() => (opened.value = undefined)} />}
    </section>
  );
}

/** The types that a webhook gets, in a few words. */
function typesOf({ types }: Webhook): string {
  if (!types.includes(everyType)) return firstOf(types);
  return types.includes(byName) ? words.everythingAnd(byName) : words.everything;
}

interface Acting {
  readonly again: () => Promise<void>;
  readonly onEdit: (webhook: Webhook) => void;
  /** Shows what was sent. */
  readonly onOpen: (webhook: Webhook) => void;
}
function List({ webhooks, hackathons, ...acting }: Acting & Connected) {
  const { organization } = useHackathon();
  if (webhooks.length === 0) return <Empty>{words.none}</Empty>;
  const placeOf = ({ super_event_id }: Webhook) =>
    super_event_id === null ? words.allOf(organization.name) : hackathons.find(({ id }) => id === super_event_id)?.name;
  const columns: readonly Column<Webhook>[] = [
    {
      name: words.address,
      show: ({ url }) => <strong class="address">{url}</strong>,
      below: ({ description }) => description,
    },
    { name: forms.state, show: (webhook) => <State of={webhook} />, at: 'name', isPlain: true },
    { name: words.types, show: typesOf },
    { name: words.of, show: placeOf },
    { name: forms.change, at: 'end', show: (webhook) => <Acts webhook={webhook} {...acting} /> },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={webhooks} keyOf={({ id }) => id} testId="webhook-row" />
    </div>
  );
}

function State({ of: { status, failing_since } }: { readonly of: Webhook }) {
  const { zone } = useHackathon();
  if (status === 'ended') return <span class="tag bad">{words.ended}</span>;
  if (status === 'disabled') return <span class="tag">{words.disabled}</span>;
  if (failing_since) return <span class="tag warn">{words.failing(day(failing_since, zone))}</span>;
  return <span class="tag good">{words.active}</span>;
}

const Acts = ({ webhook, again, onEdit, onOpen }: Acting & { readonly webhook: Webhook }) => (
  <div class="row tight acts">
    <ButtonFor label={forms.edit} about={webhook.url} kind="calm" onClick={() => onEdit(webhook)} />
    <ButtonFor label={words.deliveries} about={webhook.url} kind="calm" onClick={() => onOpen(webhook)} />
    <Careful
      label={forms.delete}
      about={webhook.url}
      title={items.delete(hostOf(webhook))}
      onYes={async () => {
        const remove = () => api.webhooks.remove({ id: webhook.id });
        if (await attempt(remove, items.deleted(hostOf(webhook)))) await again();
      }}
    >
      {words.deleting}
    </Careful>
  </div>
);
