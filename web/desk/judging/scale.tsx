/** The scale of scores, which all tracks of a hackathon have. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { scoringOf, type Scoring } from '../../../shared/base/scoring.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Box, Form, useTexts, type Typed } from '../parts/form.tsx';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { attempt, explain } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { readSuperEvent, saveSuperEvent, type SuperEvent } from '../setup/requests.ts';
import { scale as words } from './texts/en.ts';

const scaleOf = ({ config_json }: SuperEvent) => scoringOf(config_json['scoring']);

export function Scale() {
  const hackathon = useHackathon();
  const found = useLoaded((signal) => readSuperEvent(hackathon, signal), [hackathon.id], 'scale');
  useFresh(hackathon.live, found.again, ['super_event']);
  const isOpen = useSignal(false);
  return (
    <section class="card" aria-labelledby="scale">
      <div class="row spread">
        <h2 id="scale">{words.title}</h2>
        {hackathon.isAdministered && (
          <Button kind="calm" disabled={!online.value || !found.data} onClick={() => (isOpen.value = true)}>
            {words.change}
          </Button>
        )}
      </div>
      <Shown of={found} coming={<ComingRows />}>
        {(superEvent) => (
          <>
            <p data-testid="scale">{inWords(scaleOf(superEvent))}</p>
            {isOpen.value && (
              <ScaleForm superEvent={superEvent} again={found.again} onClose={() => (isOpen.value = false)} />
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

const inWords = ({ min, max, step, mode }: Scoring) => words.said(min, max, step, mode === 'slider');

const bound = { type: 'number', step: 'any', required: true } as const;

interface Editing {
  readonly superEvent: SuperEvent;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
/** Scores that do not fit are counted first; then it can be changed all the same. */
function ScaleForm({ superEvent, again, onClose }: Editing) {
  const former = scaleOf(superEvent);
  const { texts, field } = useTexts({ min: `${former.min}`, max: `${former.max}`, step: `${former.step}` });
  const isSlider = useSignal(former.mode === 'slider');
  const misfits = useSignal(0);
  const { min, max, step } = texts.value;
  const put = async () => {
    const mode = isSlider.value ? 'slider' : former.mode === 'slider' ? 'number' : former.mode;
    const after = { mode, min: Number(min), max: Number(max), step: Number(step) };
    const before = superEvent.config_json['scoring'];
    const [was, wanted] = [{ config_json: { scoring: before } }, { config_json: { scoring: after } }];
    await saveSuperEvent(superEvent.id, was, wanted, misfits.value > 0);
  };
  const whyNot: typeof explain = (error) => {
    if (!isRefusal(error, 'SCORES_EXIST')) return explain(error);
    misfits.value = error.extras.count;
    return words.misfits(misfits.value);
  };
  const save = async () => {
    if (!(await attempt(put, words.saved, whyNot))) return;
    await again();
    onClose();
  };
  return (
    <Dialog title={words.change} onClose={onClose}>
      <Form onSend={save}>
        <Ends field={field} />
        <Box label={words.slider} isOn={isSlider.value} onChange={(isOn) => (isSlider.value = isOn)} />
        <Button {...(misfits.value > 0 && { kind: 'danger' as const })}>
          {misfits.value > 0 ? words.changeAllTheSame : forms.save}
        </Button>
      </Form>
    </Dialog>
  );
}

/** The highest score is a whole number of steps above the lowest, at least one. */
function Ends({ field }: { readonly field: (name: 'min' | 'max' | 'step') => Typed }) {
  const [min, step] = [field('min'), field('step')];
  const most = { min: Number(min.value) + Number(step.value), step: step.value || 'any' };
  return (
    <div class="filters">
      <Field label={words.least} {...bound} {...min} />
      <Field label={words.most} {...bound} {...field('max')} {...most} />
      <Field label={words.step} {...bound} {...step} min={0.001} />
    </div>
  );
}
