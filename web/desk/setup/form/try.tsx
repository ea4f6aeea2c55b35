import { useSignal } from '@preact/signals';
import { isShown } from '../../../../shared/contract/forms.ts';
import { Button } from '../../../shared/button.tsx';
import { FormField } from '../../../shared/form-field.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { Question, Section } from './requests.ts';
import { trying as texts } from './texts/en.ts';

interface Props {
  readonly hackathon: string;
  readonly questions: readonly Question[];
  readonly sections: readonly Section[];
  readonly onClose: () => void;
}

/** The form as people see it, made of the same parts; nothing of it is sent. */
export function Try({ hackathon, questions, sections, onClose }: Props) {
  const answers = useSignal<Readonly<Record<string, unknown>>>({});
  const isComplete = useSignal(false);
  const shown = questions.filter((question) => isShown(question, answers.value));
  const placed = new Set(sections.flatMap(({ field_ids }) => field_ids));
  const ask = (field: Question) => (
    <FormField
      key={field.id}
      field={field}
      hackathon={hackathon}
      value={answers.value[field.id]}
      testId={`try-field-${field.id}`}
      give={(value) => (answers.value = { ...answers.value, [field.id]: value })}
    />
  );
  const check = (event: Event) => {
    event.preventDefault();
    isComplete.value = true;
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form class="stack" onSubmit={check}>
        {shown.filter(({ id }) => !placed.has(id)).map(ask)}
        {sections
          .map(({ title, field_ids }) => ({ title, own: shown.filter(({ id }) => field_ids.includes(id)) }))
          .filter(({ own }) => own.length > 0)
          .map(({ title, own }, place) => (
            <section key={place} class="stack">
              <h3>{title}</h3>
              {own.map(ask)}
            </section>
          ))}
        {isComplete.value && <Notice kind="good">{texts.isComplete}</Notice>}
        <Button kind="calm">{texts.check}</Button>
      </form>
    </Dialog>
  );
}
