import { useSignal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { api } from '../../../shared/session.ts';
import { useHackathon } from '../../hackathons.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { Box, Form, useTexts, useTicks } from '../../parts/form.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { items } from '../texts/en.ts';
import { byName, everyType, groups } from './fact-types.ts';
import { Once } from './once.tsx';
import { addWebhook, changeWebhook, hostOf, type Connected, type MadeWebhook, type Webhook } from './requests.ts';
import { groups as groupNames, once, webhookForm as words } from './texts/en.ts';

type Types = Webhook['types'];

interface Props extends Pick<Connected, 'hackathons'> {
  readonly webhook: Webhook | undefined;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** Adds a webhook and shows its secret once, or changes one. */
export function WebhookForm({ webhook, onClose, ...props }: Props) {
  const made = useSignal<MadeWebhook>();
  if (made.value) {
    return (
      <Dialog title={words.isAdded(hostOf(made.value.webhook))} onClose={onClose}>
        <Secret text={made.value.secret} />
        <Button kind="calm" onClick={onClose}>
          {once.done}
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog title={webhook ? items.edit(hostOf(webhook)) : words.add} onClose={onClose}>
      <Fields {...{ webhook, onClose, ...props }} onMade={(answer) => (made.value = answer)} />
      {webhook && <NewSecret webhook={webhook} />}
    </Dialog>
  );
}

const Secret = ({ text }: { readonly text: string }) => (
  <>
    <Once label={words.secret} text={text} />
    <p class="quiet small">{words.secretUse}</p>
  </>
);

/** For 24 hours both sign, so a receiver need not change at the same moment. */
function NewSecret({ webhook }: { readonly webhook: Webhook }) {
  const secret = useSignal<string>();
  const rotate = async () => (secret.value = (await api.webhooks.rotateSecret({ id: webhook.id })).secret);
  return (
    <section class="stack">
      <h3>{words.secret}</h3>
      {secret.value && <Secret text={secret.value} />}
      <div>
        <Careful
          label={words.newSecret}
          danger={false}
          about={hostOf(webhook)}
          title={words.newSecretFor(hostOf(webhook))}
          onYes={() => attempt(rotate)}
        >
          {words.bothSign}
        </Careful>
      </div>
    </section>
  );
}

/** A new one is for the hackathon that is open. */
const textsOf = (webhook: Webhook | undefined, hackathon: string) => ({
  ...{ url: webhook?.url ?? '', description: webhook?.description ?? '' },
  of: (webhook ? webhook.super_event_id : hackathon) ?? '',
});

const wantedOf = ({ url, description, of }: ReturnType<typeof textsOf>, types: Types) => ({
  ...{ url: url.trim(), description: description.trim() || null, super_event_id: of || null },
  // With every type go those alone that it leaves out.
  types: types.includes(everyType) ? types.filter((type) => type === everyType || type === byName) : types,
});
const statusOf = (isOn: boolean) => (isOn ? 'active' : 'disabled');

interface Editing extends Props {
  readonly onMade: (made: MadeWebhook) => void;
}
/** The values of the form, how they are sent, and why the address was refused. */
function useWebhook({ webhook, again, onClose, onMade }: Editing) {
  const { id, organization } = useHackathon();
  const { texts, former, field, send } = useTexts(textsOf(webhook, id));
  const types = useTicks(webhook?.types ?? [everyType]);
  const wasOn = webhook?.status === 'active';
  const isOn = useSignal(wasOn);
  const wrong = useSignal({ url: '', text: '' });
  const ticked = types.ticked as Types;
  const put = async () => {
    const after = wantedOf(texts.value, ticked);
    if (!webhook) return onMade(await addWebhook({ orgId: organization.id, ...after }));
    const before = { ...wantedOf(former(), webhook.types), status: statusOf(wasOn) } as const;
    await changeWebhook(webhook.id, before, { ...after, status: statusOf(isOn.value) });
  };
  const whyNot = (error: MusterError): string => {
    if (isRefusal(error, 'TOO_MANY_WEBHOOKS')) return words.tooMany;
    if (!isRefusal(error, 'ADDRESS_FORBIDDEN')) return explain(error);
    wrong.value = { url: texts.value.url, text: words.forbidden[error.extras.reason] };
    return forms.nothingSaved;
  };
  const save = async () => {
    if (!(await send(put, webhook && items.saved(hostOf(webhook)), whyNot))) return;
    await again();
    if (webhook) onClose();
  };
  const isWrong = texts.value.url !== '' && texts.value.url === wrong.value.url;
  return { field, isOn, ticked, toggle: types.toggle, wrong: isWrong ? wrong.value.text : undefined, save };
}

function Fields(props: Editing) {
  const { webhook, hackathons } = props;
  const { organization } = useHackathon();
  const { field, isOn, ticked, toggle, wrong, save } = useWebhook(props);
  const { value: of, onInput } = field('of');
  const places = hackathons.map(({ id, name }) => ({ value: id, name }));
  const address = { label: words.address, hint: words.addressHint, required: true, maxLength: 2048 };
  return (
    <Form onSend={save}>
      <Field type="url" {...address} autocomplete="off" {...field('url')} wrong={wrong} />
      <Choose
        label={words.of}
        value={of}
        options={[{ value: '', name: words.allOf(organization.name) }, ...places]}
        onChoose={(value) => onInput({ currentTarget: { value } })}
      />
      <ChooseTypes ticked={ticked} onToggle={toggle} />
      <Field
        {...{ label: words.description, hint: forms.mayBeLeftOut, maxLength: 500 }}
        autocomplete="off"
        {...field('description')}
      />
      {webhook && <Box label={words.isOn} isOn={isOn.value} onChange={(next) => (isOn.value = next)} />}
      <Button disabled={ticked.length === 0}>{webhook ? forms.save : words.add}</Button>
    </Form>
  );
}

const manners = optionsOf(words.manners);

interface Ticking {
  readonly ticked: Types;
  readonly onToggle: (type: string) => void;
}
/** Everything, or types of each group, folded away: there are many. */
function ChooseTypes({ ticked, onToggle }: Ticking) {
  const isAll = ticked.includes(everyType);
  const tick = (type: Types[number]) => (
    <Box key={type} label={type} isOn={ticked.includes(type)} onChange={() => onToggle(type)} />
  );
  const countIn = (types: Types) => types.filter((type) => ticked.includes(type)).length;
  return (
    <fieldset class="part">
      <legend>{words.types}</legend>
      <Choose
        label={words.getsIt}
        value={isAll ? 'all' : 'some'}
        options={manners}
        onChoose={(next) => (next === 'all') !== isAll && onToggle(everyType)}
      />
      {isAll ? (
        tick(byName)
      ) : (
        <div>
          {groups.map(({ subject, types }) => (
            <details key={subject}>
              <summary>
                {groupNames[subject]} <span class="quiet small">{words.ticked(countIn(types), types.length)}</span>
              </summary>
              <div class="stack">{types.map(tick)}</div>
            </details>
          ))}
        </div>
      )}
    </fieldset>
  );
}
