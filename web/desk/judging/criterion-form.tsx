import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { forms } from '../parts/texts/en.ts';
import { addCriterion, changeCriterion, type Criterion } from './requests.ts';
import { criteria } from './texts/en.ts';

interface Props {
  readonly track: string;
  /** The one to change; undefined to add one. */
  readonly criterion: Criterion | undefined;
  /** Where a new one stands. */
  readonly next: number;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

/** Weights are shares on the wire and percent here, where a third is 33.33. */
const percentOf = (weight: number) => String(Number((weight * 100).toFixed(2)));
const weightOf = (percent: string) => Number((Number(percent) / 100).toFixed(4));

interface Texts {
  readonly name: string;
  readonly description: string;
  readonly weight: string;
}
const wantedOf = ({ name, description, weight }: Texts) => ({
  name,
  description: description.trim() || null,
  weight: weightOf(weight),
});

export function CriterionForm({ track, criterion, next, again, onClose }: Props) {
  const { texts, former, field, send } = useTexts({
    name: criterion?.name ?? '',
    description: criterion?.description ?? '',
    weight: criterion ? percentOf(criterion.weight) : '',
  });
  const save = async () => {
    const [before, after] = [wantedOf(former()), wantedOf(texts.value)];
    const put = () =>
      criterion ? changeCriterion(criterion.id, before, after) : addCriterion(track, { ...after, order_index: next });
    if (!(await send<unknown>(put, criteria.saved(after.name)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={criterion ? criteria.editWho(criterion.name) : criteria.add} onClose={onClose}>
      <Form onSend={save}>
        <Field label={forms.name} required {...field('name')} />
        <Field label={criteria.description} hint={criteria.descriptionHint} {...field('description')} />
        <Field
          label={criteria.weightInPercent}
          type="number"
          required
          min={0}
          max={100}
          step={0.01}
          {...field('weight')}
        />
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}
