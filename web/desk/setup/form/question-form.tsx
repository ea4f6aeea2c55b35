import { choiceTypes, type FieldType } from '../../../../shared/contract/values.ts';
import { Button } from '../../../shared/button.tsx';
import { useHackathon } from '../../hackathons.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { optionsOf } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { forms } from '../../parts/texts/en.ts';
import { conditionText, textOf, useDraft } from './question-draft.ts';
import { QuestionFields } from './question-fields.tsx';
import { addQuestion, changeQuestion, type Question } from './requests.ts';
import { question as words, types as typeNames } from './texts/en.ts';

const types = optionsOf<FieldType>(typeNames);

interface Props {
  readonly hackathon: string;
  /** The one to change; undefined to add one. */
  readonly question: Question | undefined;
  /** All of the form: on the answer to another one, this can depend. */
  readonly all: readonly Question[];
  readonly lists: readonly string[];
  /** Where a new one stands. */
  readonly next: number;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

export function QuestionForm({ hackathon, question, all, lists, next, again, onClose }: Props) {
  const { locales } = useHackathon();
  const draft = useDraft(question, locales);
  const save = async () => {
    const { before, after } = draft.wanted();
    const put = () =>
      question
        ? changeQuestion(hackathon, question.id, before, after)
        : addQuestion(hackathon, { ...after, order_index: next });
    if (!(await draft.send<unknown>(put, words.saved(after.label)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={question ? words.edit : words.add} onClose={onClose}>
      <Form onSend={save}>
        <QuestionFields draft={draft} types={types} lists={lists} conditions={conditionsOf(all, question)} />
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

/** Every answer on which this one can depend: to a question that depends on none itself. */
function conditionsOf(all: readonly Question[], own: Question | undefined) {
  const found = all
    .filter(({ id, show_if }) => id !== own?.id && show_if === null)
    .flatMap((other) =>
      answersOf(other).map(({ answer, name }) => ({
        value: textOf({ field_id: other.id, ...answer }),
        name: words.if(other.label, name),
      })),
    );
  const former = conditionText(own);
  const isKnown = former === '' || found.some(({ value }) => value === former);
  return [{ value: '', name: words.always }, ...found, ...(isKnown ? [] : [{ value: former, name: words.asItWas }])];
}

function answersOf({ field_type, options, choices }: Question) {
  if (field_type === 'checkbox') {
    return [
      { answer: { equals: true }, name: words.ticked },
      { answer: { equals: false }, name: words.notTicked },
    ];
  }
  // Of a long list nobody chooses one here.
  if (choices !== null) return [];
  const by = field_type === 'multiselect' ? 'includes' : 'equals';
  return choiceTypes.includes(field_type) ? options.map((option) => ({ answer: { [by]: option }, name: option })) : [];
}
