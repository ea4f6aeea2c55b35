/** Shows the answers of an application, and changes them as long as nobody has decided. */
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { isShown } from '../../../shared/contract/forms.ts';
import { Button } from '../../shared/button.tsx';
import { faultsOf, focusWrong, FormField, unlessWrong, type Faults } from '../../shared/form-field.tsx';
import { Loading, Show, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { inWords, isOffline } from '../../shared/refused.ts';
import { useSending } from '../../shared/sending.ts';
import type { Card } from '../places.ts';
import { faultOf, readSheets, writeSheet, type Given, type Sheet } from './sheets.ts';
import { answers as texts } from './texts/en.ts';

/** Asks again when a decision was made meanwhile: answers can be changed before it alone. */
export function Sheets({ card }: { readonly card: Card }) {
  const { parent, places } = card;
  const loaded = useLoaded(
    (signal) => readSheets(card, signal),
    [parent.id, parent.status, places.map(({ id, status }) => `${id} ${status}`).join()],
  );
  if (!loaded.data && !loaded.error) return <Loading what={texts.loading} />;
  return (
    <Show of={loaded}>
      {(sheets) => sheets.map((sheet) => <OneSheet key={sheet.id} sheet={sheet} again={loaded.again} />)}
    </Show>
  );
}

function OneSheet({ sheet, again }: { readonly sheet: Sheet; readonly again: () => Promise<void> }) {
  const isEdited = useSignal(false);
  const id = useId();
  const { answered, track, mayChange, fields } = sheet;
  if (isEdited.value) {
    const done = async () => {
      await again();
      isEdited.value = false;
    };
    return <AnswersForm sheet={sheet} done={done} />;
  }
  return (
    <div class="stack">
      {track && <h4 id={id}>{texts.onTrack(track)}</h4>}
      {answered.length === 0 && <p class="quiet small">{fields.length ? texts.noneGiven : texts.noneAsked}</p>}
      <dl>
        {answered.map(({ id: field, question, answer }) => (
          <div key={field}>
            <dt class="small quiet">{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      {mayChange && fields.length > 0 && (
        <Button kind="calm" data-testid="me-edit" onClick={() => void (isEdited.value = true)}>
          {texts.change}
        </Button>
      )}
    </div>
  );
}

interface Props {
  readonly sheet: Sheet;
  /** Closes the form and shows the changed answers. */
  readonly done: () => Promise<void>;
}

function AnswersForm({ sheet, done }: Props) {
  const given = useSignal<Given>(sheet.given);
  const faults = useSignal<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const shown = sheet.fields.filter((field) => isShown(field, given.value));
  const { refused, isSending, onSubmit } = useSending(async () => {
    await writeSheet(sheet, given.value);
    await done();
  });
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const check = unlessWrong(faults, () => faultsOf(shown, given.value), onSubmit);
  useEffect(() => focusWrong(form.current), [refused, faults.value]);
  return (
    <form ref={form} class="stack" onSubmit={check}>
      {sheet.track && <h4>{texts.onTrack(sheet.track)}</h4>}
      {shown.map((field) => (
        <FormField
          key={field.id}
          field={field}
          hackathon={sheet.hackathon}
          value={given.value[field.id]}
          wrong={faults.value[field.id] ?? faultOf(refused, field.id)}
          testId={`me-answer-${field.id}`}
          give={(value) => {
            given.value = { ...given.value, [field.id]: value };
            faults.value = {};
          }}
        />
      ))}
      {refused && <Notice kind="bad">{wordsFor(refused)}</Notice>}
      <Ends isSending={isSending} leave={done} />
    </form>
  );
}

const Ends = ({ isSending, leave }: { readonly isSending: boolean; readonly leave: () => unknown }) => (
  <div class="row">
    <Button data-testid="me-save" disabled={isSending}>
      {isSending ? texts.isSaving : texts.save}
    </Button>
    <Button kind="calm" onClick={leave}>
      {texts.leave}
    </Button>
  </div>
);

function wordsFor(error: Parameters<typeof inWords>[0]): string {
  if (isOffline(error)) return texts.isOffline;
  if (isRefusal(error, 'PERMISSION_DENIED')) return texts.isDecided;
  return isRefusal(error, 'VALIDATION_FAILED') ? texts.look : inWords(error);
}
