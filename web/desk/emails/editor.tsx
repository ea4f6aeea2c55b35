/** Writes an email: recipients, text and time. It shows the number of recipients and a preview at once. */
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { MusterError } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { attempt, explain } from '../parts/said.tsx';
import { ChooseAudience } from './audience.tsx';
import { readPreview, save, sendNow, sendTest, type Announcement, type Draft, type Preview } from './requests.ts';
import { instantOf, TimeField, wallOf } from '../setup/zoned.tsx';
import { zoned } from '../setup/texts/en.ts';
import { editor, emails } from './texts/en.ts';

interface Props {
  /** Null for a new one. */
  readonly announcement: Announcement | null;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

const blank: Draft = { subject: '', body: '', audience: { statuses: ['accepted'] }, send_at: null };

export function Editor({ announcement, again, onClose }: Props) {
  const draft = useSignal<Draft>(announcement ?? blank);
  const { preview, wrong } = usePreview(draft.value);
  const change = (by: Partial<Draft>) => void (draft.value = { ...draft.value, ...by });
  const { subject, body, audience, send_at } = draft.value;
  const isReady = online.value && subject.trim() !== '' && body.trim() !== '' && !wrong;
  return (
    <Dialog title={announcement ? editor.change : emails.new} onClose={onClose}>
      <div class="stack">
        <ChooseAudience audience={audience} onChange={(next) => change({ audience: next })} />
        <p role="status" data-testid="announce-count">
          {preview ? editor.people(preview.recipients) : '…'}
        </p>
        <Field
          label={emails.subject}
          data-testid="announce-subject"
          maxLength={200}
          value={subject}
          onInput={(event) => change({ subject: event.currentTarget.value })}
        />
        <Body value={body} onInput={(text) => change({ body: text })} />
        {wrong && <Notice kind="warn">{wrong}</Notice>}
        <Shown preview={preview} />
        <SendAt at={send_at} onInput={(at) => change({ send_at: at })} />
        <Deeds {...{ announcement, again, onClose, isReady, preview }} draft={draft.value} />
      </div>
    </Dialog>
  );
}

/** Keeps the text as it is typed: a year of which only a part is there is one long ago. */
function SendAt({ at, onInput }: { readonly at: string | null; readonly onInput: (at: string | null) => void }) {
  const { zone } = useHackathon();
  const typed = useSignal(wallOf(at, zone));
  const take = (wall: string) => {
    typed.value = wall;
    onInput(instantOf(wall, zone));
  };
  return (
    <TimeField
      label={editor.sendAt}
      hint={`${zoned.timesOf(zone)} ${editor.sendAtHint}`}
      value={typed.value}
      onInput={({ currentTarget: { value } }) => take(value)}
    />
  );
}

interface Doing extends Props {
  readonly draft: Draft;
  readonly isReady: boolean;
  readonly preview: Preview | undefined;
}
/** Buttons to save, test and send the email; each saves it first. */
function Deeds({ announcement, again, onClose, draft, isReady, preview }: Doing) {
  const hackathon = useHackathon();
  const kept = useSignal(announcement);
  const isAsking = useSignal(false);
  const keep = async () => (kept.value = await save(hackathon, kept.value, draft));
  const does = async (work: () => Promise<unknown>, said: string, closes = true) => {
    if (!(await attempt(work, said))) return;
    await again();
    if (closes) onClose();
  };
  if (isAsking.value) {
    const send = () => does(async () => sendNow((await keep()).id), editor.onItsWay);
    return <Sure recipients={preview?.recipients ?? 0} onYes={send} onNo={() => void (isAsking.value = false)} />;
  }
  const { send_at } = draft;
  const test = () => does(async () => sendTest((await keep()).id), editor.testOnItsWay, false);
  const store = () => does(keep, send_at ? editor.willBeSent : editor.draftSaved);
  const ask = () => void (isAsking.value = true);
  return (
    <div class="row">
      <Button data-testid="announce-send" disabled={!isReady || !preview?.recipients} onClick={ask}>
        {editor.sendNow}
      </Button>
      <Button kind="calm" data-testid="announce-save" disabled={!isReady} onClick={store}>
        {send_at ? editor.schedule : editor.saveDraft}
      </Button>
      <Button kind="calm" data-testid="announce-test" disabled={!isReady} onClick={test}>
        {editor.sendTest}
      </Button>
    </div>
  );
}

interface Asking {
  readonly recipients: number;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
}
const Sure = ({ recipients, onYes, onNo }: Asking) => (
  <div class="card" role="group" aria-label={editor.sure}>
    <p>
      {editor.sureHow(recipients, (text) => (
        <strong>{text}</strong>
      ))}
    </p>
    <div class="row">
      <Button kind="danger" data-testid="announce-send-sure" onClick={onYes}>
        {editor.sendTo(recipients)}
      </Button>
      <Button kind="calm" onClick={onNo}>
        {editor.notYet}
      </Button>
    </div>
  </div>
);

function Body({ value, onInput }: { readonly value: string; readonly onInput: (text: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{editor.text}</label>
      <textarea
        id={id}
        rows={8}
        maxLength={20_000}
        aria-describedby={`${id}-hint`}
        data-testid="announce-body"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <div id={`${id}-hint`} class="quiet small">
        {editor.textHint}
      </div>
    </div>
  );
}

const Shown = ({ preview }: { readonly preview: Preview | undefined }) => (
  <details open>
    <summary>{editor.preview}</summary>
    <div class="card" data-testid="announce-preview">
      <strong>{preview?.subject}</strong>
      <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{preview?.text}</div>
    </div>
  </details>
);

/** Milliseconds without a change after which it is asked for. */
const patience = 300;

function usePreview({ subject, body, audience }: Draft) {
  const hackathon = useHackathon();
  const preview = useSignal<Preview | undefined>(undefined);
  const wrong = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      try {
        preview.value = await readPreview(hackathon, { subject, body, audience }, ended.signal);
        wrong.value = undefined;
      } catch (error) {
        if (ended.signal.aborted) return;
        if (!(error instanceof MusterError)) throw error;
        wrong.value = explain(error);
      }
    };
    const timer = setTimeout(() => void ask(), preview.peek() ? patience : 0);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [hackathon.id, subject, body, JSON.stringify(audience)]);
  return { preview: preview.value, wrong: wrong.value };
}
