import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { isShown } from '../../../../shared/contract/forms.ts';
import { Button } from '../../../shared/button.tsx';
import { faultsOf, FormField, unlessWrong, type Faults } from '../../../shared/form-field.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { Question, Section } from './requests.ts';
import { trying as texts } from './texts/en.ts';

const Part = ({ title, children }: { readonly title: string; readonly children: readonly VNode[] }) =>
  children.length > 0 && (
    <section class="stack">
      <h3>{title}</h3>
      {children}
    </section>
  );

interface Props {
  readonly hackathon: string;
  readonly questions: readonly Question[];
  readonly sections: readonly Section[];
  readonly onClose: () => void;
}

/** The form as people see it, made of the same parts; nothing of it is sent. */
export function Try({ hackathon, questions, sections, onClose }: Props) {
  const answers = useSignal<Readonly<Record<string, unknown>>>({});
  const faults = useSignal<Faults>({});
  const isComplete = useSignal(false);
  const shown = questions.filter((question) => isShown(question, answers.value));
  const placed = new Set(sections.flatMap(({ field_ids }) => field_ids));
  const ask = (field: Question) => (
    <FormField
      key={field.id}
      field={field}
      hackathon={hackathon}
      value={answers.value[field.id]}
      wrong={faults.value[field.id]}
      testId={`try-field-${field.id}`}
      give={(value) => (answers.value = { ...answers.value, [field.id]: value })}
    />
  );
  const find = () => {
    isComplete.value = false;
    return faultsOf(shown, answers.value);
  };
  const check = unlessWrong(faults, find, () => (isComplete.value = true));
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form class="stack" onSubmit={check}>
        {shown.filter(({ id }) => !placed.has(id)).map(ask)}
        {sections.map(({ title, field_ids }, place) => (
          <Part key={place} title={title}>
            {shown.filter(({ id }) => field_ids.includes(id)).map(ask)}
          </Part>
        ))}
        {isComplete.value && <Notice kind="good">{texts.isComplete}</Notice>}
        <Button kind="calm">{texts.check}</Button>
      </form>
    </Dialog>
  );
}
