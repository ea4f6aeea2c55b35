/** Planning who judges whom: what is wanted, what would come of it, and only then the assignments. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Ticks, useTicks } from '../parts/ticks.tsx';
import { count } from '../parts/words.ts';
import { whyNoPlan } from './no-plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import { plan, type Plan, type Wish, type Work } from './requests.ts';

interface Props {
  readonly work: Work;
  readonly track: string;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
interface Previewed {
  readonly wish: Wish;
  readonly plan: Plan;
}

export function PlanReviews({ work, track, again, onClose }: Props) {
  const previewed = useSignal<Previewed>();
  const ask = (wish: Wish, isDry: boolean) => () => plan(track, wish, isDry);
  const preview = async (wish: Wish) => {
    const look = async () => void (previewed.value = { wish, plan: await ask(wish, true)() });
    await attempt(look, undefined, (refused) => whyNoPlan(refused, work, wish));
  };
  const carryOut = async ({ wish }: Previewed) => {
    const said = ({ created }: Plan) => `${count(created, 'review')} assigned.`;
    if (!(await attempt(ask(wish, false), said, (refused) => whyNoPlan(refused, work, wish)))) return;
    onClose();
    await again();
  };
  const shown = previewed.value;
  return (
    <Dialog title="Assign judges" onClose={onClose}>
      {/* Stays where it is, so that what was chosen is still there after a look at what comes of it. */}
      <div class="stack" hidden={shown !== undefined}>
        <Wishes work={work} onWish={preview} />
      </div>
      {shown && (
        <>
          <PlanPreview plan={shown.plan} work={work} perTeam={shown.wish.reviews_per_team} />
          <div class="row">
            <Button disabled={shown.plan.created === 0} onClick={() => carryOut(shown)}>
              Assign {count(shown.plan.created, 'review')}
            </Button>
            <Button kind="calm" onClick={() => (previewed.value = undefined)}>
              Change
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Reviews per team, where there are as many judges. */
const usual = 3;

interface Wishing {
  readonly work: Work;
  readonly onWish: (wish: Wish) => Promise<void>;
}
function Wishes({ work: { judges, progress }, onWish }: Wishing) {
  const { texts, field } = useTexts({ perTeam: String(Math.min(usual, judges.length)), most: '' });
  const { ticked, toggle } = useTicks(judges.map(({ user_id }) => user_id));
  const isAnew = useSignal(false);
  const send = () => {
    const { perTeam, most } = texts.value;
    return onWish({
      reviews_per_team: Number(perTeam),
      judge_user_ids: [...ticked],
      ...(most !== '' && { max_per_judge: Number(most) }),
      keep_existing: !isAnew.value,
    });
  };
  const pending = progress.overview.pending_assignments;
  return (
    <Form onSend={send}>
      <div class="filters">
        <Field label="Reviews per team" type="number" required min={1} max={20} {...field('perTeam')} />
        <Field label="Most teams per judge" type="number" min={1} hint="May be left out" {...field('most')} />
      </div>
      <Ticks
        legend="Who judges"
        options={judges.map(({ user_id, name }) => ({ id: user_id, name }))}
        ticked={ticked}
        onToggle={toggle}
      />
      {pending > 0 && (
        <label class="row tick">
          <input type="checkbox" checked={isAnew.value} onChange={() => (isAnew.value = !isAnew.value)} />
          <span>Plan anew what nobody has begun with ({count(pending, 'assignment')})</span>
        </label>
      )}
      <Button disabled={ticked.length === 0}>Preview</Button>
    </Form>
  );
}
