/** Plans assignments: settings, a preview, and then the assignments. */
import { useSignal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, Ticks, useTexts, useTicks } from '../parts/form.tsx';
import { attempt, explain } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { firstOf } from '../parts/words.ts';
import { PlanPreview } from './plan-preview.tsx';
import { plan, type Plan, type Wish, type Work } from './requests.ts';
import { assigning, planning } from './texts/en.ts';

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
    const said = ({ created }: Plan) => planning.assigned(created);
    if (!(await attempt(ask(wish, false), said, (refused) => whyNoPlan(refused, work, wish)))) return;
    onClose();
    await again();
  };
  const shown = previewed.value;
  return (
    <Dialog title={assigning.assignJudges} onClose={onClose}>
      {/* Stays where it is, so that what was chosen is still there after a look at what comes of it. */}
      <div class="stack" hidden={shown !== undefined}>
        <Wishes work={work} onWish={preview} />
      </div>
      {shown && (
        <>
          <PlanPreview plan={shown.plan} work={work} perTeam={shown.wish.reviews_per_team} />
          <div class="row">
            <Button disabled={shown.plan.created === 0} onClick={() => carryOut(shown)}>
              {planning.assign(shown.plan.created)}
            </Button>
            <Button kind="calm" onClick={() => (previewed.value = undefined)}>
              {forms.change}
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
        <Field label={planning.perTeam} type="number" required min={1} max={20} {...field('perTeam')} />
        <Field label={planning.mostPerJudge} type="number" min={1} hint={forms.mayBeLeftOut} {...field('most')} />
      </div>
      <Ticks
        legend={planning.who}
        options={judges.map(({ user_id, name }) => ({ id: user_id, name }))}
        ticked={ticked}
        onToggle={toggle}
      />
      {pending > 0 && (
        <label class="row tick">
          <input type="checkbox" checked={isAnew.value} onChange={() => (isAnew.value = !isAnew.value)} />
          <span>{planning.anew(pending)}</span>
        </label>
      )}
      <Button disabled={ticked.length === 0}>{planning.preview}</Button>
    </Form>
  );
}

/** Says why there is no plan, with the names of teams that it fails on. */
function whyNoPlan(error: MusterError, { teams, judges }: Work, wish: Wish): string {
  if (!isRefusal(error, 'NOT_PLANNABLE')) return explain(error);
  const { missing, team_ids = [] } = error.extras;
  if (missing.includes('teams')) return assigning.noTeam;
  if (missing.includes('max_per_judge')) return planning.fewPerJudge;
  const chosen = wish.judge_user_ids.length;
  if (chosen < wish.reviews_per_team) {
    return chosen < judges.length ? planning.choseFew(chosen) : planning.areFew(chosen);
  }
  const names = teams.filter(({ id }) => team_ids.includes(id)).map(({ name }) => name);
  return names.length > 0 ? planning.tooFewFor(firstOf(names)) : planning.tooFew;
}
