/** Lists of the organization, such as schools, that questions of all its hackathons choose from. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { Empty, type useLoaded } from '../../../shared/loaded.tsx';
import { number } from '../../../shared/intl.ts';
import { online } from '../../../shared/online.ts';
import { api } from '../../../shared/session.ts';
import { Rows, type Column } from '../../parts/rows.tsx';
import { useHackathon } from '../../hackathons.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Area, Form, useTexts, type Typed } from '../../parts/form.tsx';
import { ButtonFor, ComingRows, Shown } from '../../parts/listing.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { ago } from '../../parts/words.ts';
import type { ChoiceList } from './requests.ts';
import { lists as words } from './texts/en.ts';

/** @param of All lists, which the questions above choose from as well. */
export function Lists({ of }: { readonly of: ReturnType<typeof useLoaded<readonly ChoiceList[]>> }) {
  const edited = useSignal<ChoiceList | 'new'>();
  return (
    <section class="card" aria-labelledby="lists">
      <div class="row spread">
        <h2 id="lists">{words.title}</h2>
        <Button kind="calm" disabled={!online.value} data-testid="list-add" onClick={() => (edited.value = 'new')}>
          {words.add}
        </Button>
      </div>
      <p class="quiet small">{words.about}</p>
      <Shown of={of} coming={<ComingRows />}>
        {(lists) =>
          lists.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : (
            <Listing lists={lists} again={of.again} onReplace={(list) => (edited.value = list)} />
          )
        }
      </Shown>
      {edited.value && (
        <ListForm
          list={edited.value === 'new' ? undefined : edited.value}
          again={of.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
    </section>
  );
}

interface Listed {
  readonly lists: readonly ChoiceList[];
  readonly again: () => Promise<void>;
  readonly onReplace: (list: ChoiceList) => void;
}
function Listing({ lists, again, onReplace }: Listed) {
  const columns: readonly Column<ChoiceList>[] = [
    {
      name: words.list,
      show: ({ name }) => <strong>{name}</strong>,
      below: ({ updated_at }) => words.changed(ago(updated_at)),
    },
    { name: words.values, isNumber: true, show: ({ value_count }) => number(value_count) },
    {
      name: forms.change,
      at: 'end',
      show: (list) => (
        <div class="row tight acts">
          <ButtonFor label={words.replace} about={list.name} kind="calm" onClick={() => onReplace(list)} />
          <Delete list={list} again={again} />
        </div>
      ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={lists} keyOf={({ name }) => name} testId="list-row" />
    </div>
  );
}

function Delete({ list: { name }, again }: { readonly list: ChoiceList; readonly again: () => Promise<void> }) {
  const { organization } = useHackathon();
  const why = (error: Parameters<typeof explain>[0]) =>
    isRefusal(error, 'LIST_IN_USE') ? words.inUse(error.extras.field_ids.length) : explain(error);
  return (
    <Careful
      label={forms.delete}
      about={name}
      title={words.deleteOne(name)}
      onYes={async () => {
        const remove = () => api.events.deleteList({ orgId: organization.id, name });
        if (await attempt(remove, words.isDeleted(name), why)) await again();
      }}
    >
      {words.answersStay}
    </Careful>
  );
}

interface Editing {
  /** The one to replace; undefined for a new one. */
  readonly list: ChoiceList | undefined;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
function ListForm({ list, again, onClose }: Editing) {
  const { organization } = useHackathon();
  const { texts, field, send } = useTexts({ name: list?.name ?? '', list: '' });
  const put = async () => {
    const done = await api.events.putList({ orgId: organization.id, name: texts.value.name, list: texts.value.list });
    const { name, value_count } = done.list;
    const twice = done.repeated > 0 ? [words.twice(done.repeated)] : [];
    return [words.has(name, value_count), ...twice].join(' ');
  };
  const save = async () => {
    if (!(await send(put, (said) => said))) return;
    onClose();
    await again();
  };
  return (
    <Dialog title={list ? words.replaceOne(list.name) : words.add} onClose={onClose}>
      <Form onSend={save}>
        <Field
          label={forms.name}
          hint={words.nameHint}
          required
          maxLength={100}
          autocomplete="off"
          disabled={list !== undefined}
          {...field('name')}
        />
        <Values {...field('list')} />
        <Button>{words.save}</Button>
      </Form>
    </Dialog>
  );
}

/** From a file or pasted, they can be read before they are sent. */
function Values(typed: Typed) {
  const read = async (file: File | undefined) => {
    if (file) typed.onInput({ currentTarget: { value: await file.text() } });
  };
  return (
    <>
      <Field
        label={words.fromFile}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hint={words.fileHint}
        data-testid="list-file"
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      <Area label={words.values} hint={words.valuesHint} required rows={8} {...typed} />
    </>
  );
}
