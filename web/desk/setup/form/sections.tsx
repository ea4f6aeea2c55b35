import { useSignal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, Ticks, toggled } from '../../parts/form.tsx';
import { attempt } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { saveSections, type Question, type Section } from './requests.ts';
import { sections as texts } from './texts/en.ts';

interface Props {
  readonly hackathon: string;
  readonly questions: readonly Question[];
  readonly sections: readonly Section[];
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** Sections of a long form, each with a title. A question is in one of them, or before the first. */
export function Sections({ hackathon, questions, sections, again, onClose }: Props) {
  const all = useSignal(sections);
  const first = useSignal(sections);
  const change = (index: number, part: Partial<Section>) =>
    (all.value = all.value.map((each, place) => (place === index ? { ...each, ...part } : each)));
  const save = async () => {
    const sorted = all.value.map((each) => inOrder(each, questions));
    if (!(await attempt(() => saveSections(hackathon, first.value, sorted), texts.saved))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="quiet small">{texts.about}</p>
      <Form onSend={save}>
        {all.value.map((section, index) => {
          const taken = new Set(all.value.flatMap((each) => (each === section ? [] : each.field_ids)));
          return (
            <One
              key={index}
              section={section}
              number={index + 1}
              questions={questions.filter(({ id }) => !taken.has(id))}
              onChange={(part) => change(index, part)}
              onRemove={() => (all.value = all.value.filter((each) => each !== section))}
            />
          );
        })}
        <div class="row">
          <Button kind="calm" onClick={() => (all.value = [...all.value, { title: '', field_ids: [] }])}>
            {texts.add}
          </Button>
          <Button>{forms.save}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** With its questions in the order of the form. Ids of deleted ones are left out; keys of event files stay. */
function inOrder({ field_ids, ...section }: Section, questions: readonly Question[]): Section {
  const order = new Map(questions.map(({ id }, index) => [id, index]));
  const kept = field_ids.filter((name) => order.has(name) || !/^[0-9a-f-]{36}$/.test(name));
  return { ...section, field_ids: kept.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)) };
}

interface Changing {
  readonly section: Section;
  readonly number: number;
  /** Those that no other section has. */
  readonly questions: readonly Question[];
  readonly onChange: (part: Partial<Section>) => void;
  readonly onRemove: () => void;
}
const One = ({ section: { title, field_ids }, number, questions, onChange, onRemove }: Changing) => (
  <div class="stack">
    <Field
      label={texts.titleOf(number)}
      required
      maxLength={200}
      value={title}
      onInput={({ currentTarget }) => onChange({ title: currentTarget.value })}
    />
    <Ticks
      legend={texts.questions}
      options={questions.map(({ id, label }) => ({ id, name: label }))}
      ticked={field_ids}
      onToggle={(id) => onChange({ field_ids: toggled(field_ids, id) })}
    />
    <div class="row">
      <Button kind="calm" onClick={onRemove}>
        {texts.remove}
      </Button>
    </div>
  </div>
);
