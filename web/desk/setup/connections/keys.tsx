/** API keys of the organization: each acts for the person who made it. */
import { useSignal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { api } from '../../../shared/session.ts';
import { clock } from '../../../shared/time.ts';
import { span } from '../../../shared/periods.ts';
import { useHackathon } from '../../hackathons.ts';
import { useFresh, type Live } from '../../live.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Form, useTexts } from '../../parts/form.tsx';
import { ComingRows, Pages, Shown, useSlices } from '../../parts/listing.tsx';
import { Rows, type Column } from '../../parts/rows.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { ago } from '../../parts/words.ts';
import { zoned } from '../texts/en.ts';
import { instantOf, wallOf } from '../zoned.tsx';
import { Once } from './once.tsx';
import { readKeys, type Key } from './requests.ts';
import { keys as words, once } from './texts/en.ts';

export function ApiKeys({ live }: { readonly live: Live }) {
  const hackathon = useHackathon();
  const keys = useLoaded((signal) => readKeys(hackathon, signal), [hackathon.organization.id], 'keys');
  useFresh(live, keys.again, ['key']);
  const isOpen = useSignal(false);
  return (
    <section class="card" aria-labelledby="api-keys">
      <div class="row spread">
        <h2 id="api-keys">{words.title}</h2>
        <Button kind="calm" disabled={!online.value} onClick={() => (isOpen.value = true)}>
          {words.make}
        </Button>
      </div>
      <p class="quiet small">{words.about(hackathon.organization.name)}</p>
      <Shown of={keys} coming={<ComingRows />}>
        {(rows) => (rows.length === 0 ? <Empty>{words.none}</Empty> : <List keys={rows} again={keys.again} />)}
      </Shown>
      {isOpen.value && <MakeKey again={keys.again} onClose={() => (isOpen.value = false)} />}
    </section>
  );
}

function List({ keys, again }: { readonly keys: readonly Key[]; readonly again: () => Promise<void> }) {
  const { zone } = useHackathon();
  const { shown, turning } = useSlices(keys);
  const columns: readonly Column<Key>[] = [
    { name: words.key, show: ({ label }) => <strong>{label}</strong> },
    { name: words.person, show: ({ user_name }) => user_name },
    { name: words.lastUsed, show: ({ last_used_at: at }) => (at ? ago(at) : words.never) },
    { name: words.ends, show: ({ expires_at: at }) => at && <End at={at} zone={zone} /> },
    { name: forms.change, at: 'end', show: (key) => <EndKey of={key} again={again} /> },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={shown} keyOf={({ id }) => id} testId="key-row" />
      <Pages {...turning} />
    </div>
  );
}

const End = ({ at, zone }: { readonly at: string; readonly zone: string }) =>
  Date.parse(at) <= Date.now() ? (
    <span class="tag bad">{words.over}</span>
  ) : (
    <>{words.until(span(at, null, zone), clock(at, zone))}</>
  );

function EndKey({ of: { id, label, user_name }, again }: { readonly of: Key; readonly again: () => Promise<void> }) {
  const { organization } = useHackathon();
  return (
    <div class="row tight acts">
      <Careful
        label={words.end}
        about={label}
        title={words.endWhich(label)}
        onYes={async () => {
          const end = () => api.identity.revokeKey({ orgId: organization.id, id });
          if (await attempt(end, words.ended(label))) await again();
        }}
      >
        {words.stops(user_name)}
      </Careful>
    </div>
  );
}

interface Making {
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
/** Asks what the key is for, then shows it once. */
function MakeKey({ again, onClose }: Making) {
  const made = useSignal<{ readonly label: string; readonly key: string }>();
  const onMade = async (label: string, key: string) => {
    made.value = { label, key };
    await again();
  };
  if (!made.value) {
    return (
      <Dialog title={words.make} onClose={onClose}>
        <Fields onMade={onMade} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.isMade(made.value.label)} onClose={onClose}>
      <Once label={words.key} text={made.value.key} />
      <p class="quiet small">{words.howToSend}</p>
      <Button kind="calm" onClick={onClose}>
        {once.done}
      </Button>
    </Dialog>
  );
}

function Fields({ onMade }: { readonly onMade: (label: string, key: string) => Promise<void> }) {
  const { organization, zone } = useHackathon();
  const { texts, field, send } = useTexts({ label: '', expires_at: '' });
  const taken = useSignal<string>();
  const label = texts.value.label.trim();
  const why = (error: MusterError): string => {
    if (isRefusal(error, 'TOO_MANY_KEYS')) return words.tooMany;
    if (!isRefusal(error, 'LABEL_TAKEN')) return explain(error);
    taken.value = label;
    return forms.nothingSaved;
  };
  const make = async () => {
    const expires_at = instantOf(texts.value.expires_at, zone) ?? undefined;
    const { key } = await api.identity.createKey({ orgId: organization.id, label, expires_at });
    await onMade(label, key);
  };
  const naming = { label: words.label, hint: words.labelHint, required: true, maxLength: 100, pattern: '.*\\S.*' };
  const ending = { label: words.ends, hint: words.endsHint(zoned.timesOf(zone)) };
  return (
    <Form onSend={() => send(make, undefined, why)}>
      <p>{words.actsForYou(organization.name)}</p>
      <Field
        {...naming}
        autocomplete="off"
        {...field('label')}
        wrong={taken.value === label ? words.taken : undefined}
      />
      <Field type="datetime-local" {...ending} min={wallOf(Date.now(), zone)} {...field('expires_at')} />
      <Button>{words.makeIt}</Button>
    </Form>
  );
}
