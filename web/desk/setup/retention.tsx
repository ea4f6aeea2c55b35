/** Days after which the people of a hackathon are erased, with what that would be before it is saved. */
import { useSignal } from '@preact/signals';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { span } from '../../shared/periods.ts';
import { Box, type Typed } from '../parts/form.tsx';
import { Shown } from '../parts/listing.tsx';
import type { SuperEvent } from './requests.ts';
import { retention as texts } from './texts/en.ts';

interface Props {
  readonly superEvent: SuperEvent;
  readonly zone: string;
  readonly typed: Typed;
}

export function Retention({ superEvent, zone, typed }: Props) {
  const days = Number(typed.value);
  const isPreviewed = Number.isInteger(days) && days >= 1 && days <= 3650;
  return (
    <fieldset class="part">
      <legend>{texts.title}</legend>
      <Field label={texts.days} type="number" min={1} max={3650} hint={texts.hint} {...typed} />
      {isPreviewed && <Preview key={days} days={days} superEvent={superEvent} zone={zone} />}
    </fieldset>
  );
}

/** Milliseconds without a further digit after which the preview is asked for. */
const patienceMs = 250;
const pause = () => new Promise((resolve) => setTimeout(resolve, patienceMs));

interface Previewed extends Omit<Props, 'typed'> {
  readonly days: number;
}
function Preview({ days, superEvent: { id, end_at, retention_days }, zone }: Previewed) {
  const ask = async (signal: AbortSignal) => {
    await pause();
    return api.events.previewRetention({ slug: id, days }, { signal });
  };
  const preview = useLoaded(ask, [id, days, end_at]);
  return (
    <div data-testid="retention-preview">
      <Shown of={preview}>
        {({ due_at, people, files, letters }) => {
          const going = texts.all(people, files, letters);
          if (!due_at) return <Notice>{texts.noEnd(going)}</Notice>;
          if (Date.parse(due_at) > Date.now()) {
            return <Notice>{texts.on(going, span(due_at, null, zone))}</Notice>;
          }
          return <Due going={going} isNew={days !== retention_days} />;
        }}
      </Shown>
    </div>
  );
}

interface Overdue {
  /** The numbers, in words. */
  readonly going: string;
  /** It is not saved yet, so somebody has to say that they mean it. */
  readonly isNew: boolean;
}
function Due({ going, isNew }: Overdue) {
  const isMeant = useSignal(false);
  return (
    <>
      <Notice kind="warn">{isNew ? texts.overdueOnceSaved(going) : texts.overdue(going)}</Notice>
      {isNew && (
        <Box label={texts.eraseNow} required isOn={isMeant.value} onChange={(isOn) => (isMeant.value = isOn)} />
      )}
    </>
  );
}
