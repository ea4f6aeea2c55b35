import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { saveCriterion, type Criterion } from './requests.ts';

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
  const { texts, field } = useTexts({
    name: criterion?.name ?? '',
    description: criterion?.description ?? '',
    percent: criterion ? percentOf(criterion.weight) : '',
  });
  const save = async () => {
    const { name, description, percent } = texts.value;
    const wanted = {
      name,
      description: description.trim() || null,
      weight: weightOf(percent, criterion?.weight),
      order_index: criterion?.order_index ?? next,
    };
    if (!(await attempt(() => saveCriterion(track, criterion?.id, wanted), `${wanted.name} is saved.`))) return;
    onClose();
    await again();
  };
  return (
    <Dialog title={criterion ? `Edit ${criterion.name}` : 'Add a criterion'} onClose={onClose}>
      <Form onSend={save}>
        <Field label="Name" required {...field('name')} />
        <Field label="Description" hint="What judges should look at; may be left out" {...field('description')} />
        <Field label="Weight in percent" type="number" required min={0} max={100} step={0.01} {...field('percent')} />
        <Button>Save</Button>
      </Form>
    </Dialog>
  );
}
