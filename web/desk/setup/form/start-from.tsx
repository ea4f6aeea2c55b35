import { useSignal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { useLoaded } from '../../../shared/loaded.tsx';
import { api } from '../../../shared/session.ts';
import { useHackathon } from '../../hackathons.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choose } from '../../parts/fields.tsx';
import { Form, Ticks, useTicks } from '../../parts/form.tsx';
import { attempt } from '../../parts/said.tsx';
import { copied, copyFrom } from '../copy.ts';
import { addAll } from './requests.ts';
import { sets, type QuestionSet } from './sets.ts';
import { questions as questionTexts, startFrom as texts } from './texts/en.ts';

interface Props {
  /** Where the first of them stands. */
  readonly next: number;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

const parts = [
  { id: 'questions', name: texts.questions },
  { id: 'doors', name: texts.doors, more: <span class="quiet small">{texts.doorsMore}</span> },
  { id: 'criteria', name: texts.criteria, more: <span class="quiet small">{texts.criteriaMore}</span> },
] as const;

/**
 * Takes over questions that most ask, or those of another hackathon of the organization, behind those that are there; from
 * another hackathon also its doors and criteria.
 */
export function StartFrom({ next, again, onClose }: Props) {
  const { id, organization } = useHackathon();
  const chosen = useSignal(sets[0]?.key ?? '');
  const { ticked, toggle } = useTicks(['questions']);
  const former = useFormer(organization.id).filter((each) => each.id !== id);
  const set = sets.find(({ key }) => key === chosen.value);
  const wanted = copied.filter((part) => ticked.includes(part));
  const add = async () => {
    if (!set) return copyFrom(organization.id, chosen.value, id, wanted);
    await addAll(id, set.questions, next);
    return texts.added(set.questions.length);
  };
  const take = async () => {
    const isDone = await attempt(add, (said) => said);
    // Those that came before it ended are there.
    await again();
    if (isDone) onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form onSend={take}>
        <Choose
          label={texts.questions}
          value={chosen.value}
          options={[
            ...sets.map(({ key, name }) => ({ value: key, name })),
            ...former.map((each) => ({ value: each.id, name: texts.as(each.name) })),
          ]}
          onChoose={(value) => (chosen.value = value)}
        />
        {set ? (
          <Contents of={set} />
        ) : (
          <Ticks legend={texts.takeOver} options={parts} ticked={ticked} onToggle={toggle} />
        )}
        <Button disabled={!set && wanted.length === 0}>{set ? texts.addThese : texts.takeOver}</Button>
      </Form>
    </Dialog>
  );
}

const Contents = ({ of: { about, questions } }: { readonly of: QuestionSet }) => (
  <>
    <p class="quiet">{texts.asksFor(about)}</p>
    <ul>
      {questions.map(({ label, is_required }) => (
        <li key={label}>
          {label} {!is_required && <span class="quiet small">{questionTexts.optional}</span>}
        </li>
      ))}
    </ul>
  </>
);

/** The hackathons of an organization. */
export function useFormer(organization: string) {
  const read = async (signal: AbortSignal) =>
    (await api.events.listSuperEvents({ orgSlug: organization }, { signal })).super_events;
  return useLoaded(read, [organization]).data ?? [];
}
