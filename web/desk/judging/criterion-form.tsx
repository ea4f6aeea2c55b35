import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { forms } from '../parts/texts/en.ts';
import { saveCriterion, type Criterion } from './requests.ts';
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

/** Weights are shares on the wire and percent here, where a third is 33.33; one that nobody touched is sent as it was. */
const percentOf = (weight: number) => String(Number((weight * 100).toFixed(2)));
const weightOf = (percent: string, former: number | undefined) =>
  former !== undefined && percent === percentOf(former) ? former : Number((Number(percent) / 100).toFixed(4));

export function CriterionForm({ track, criterion, next, again, onClose }: Props) {
  const { texts, field, send } = useTexts({
    name: criterion?.name ?? '',
    description: criterion?.description ?? '',
    weight: criterion ? percentOf(criterion.weight) : '',
  });
  const save = async () => {
    const { name, description, weight } = texts.value;
    const wanted = {
      name,
      description: description.trim() || null,
      weight: weightOf(weight, criterion?.weight),
      order_index: criterion?.order_index ?? next,
    };
    if (!(await send(() => saveCriterion(track, criterion?.id, wanted), criteria.saved(wanted.name)))) return;
    onClose();
    await again();
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
