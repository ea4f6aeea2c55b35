/** Questions that a track asks of its projects. They are a member of its configuration, so they are written as a whole. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SentQuestion } from '../../../../shared/contract/questions.ts';
import { questionTypes, type FieldType } from '../../../../shared/contract/values.ts';
import { changes } from '../../../shared/changes.ts';
import { Button } from '../../../shared/button.tsx';
import { Empty } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { api } from '../../../shared/session.ts';
import { useHackathon } from '../../hackathons.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { attempt } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { Acts } from '../form/list.tsx';
import { useDraft } from '../form/question-draft.ts';
import { QuestionFields } from '../form/question-fields.tsx';
import type { Wanted } from '../form/requests.ts';
import { question as words, questions as shared, types as typeNames } from '../form/texts/en.ts';
import type { TrackSetup } from '../requests.ts';
import { recordOf } from '../settings.ts';
import { projectQuestions as texts } from './texts/en.ts';

type Questions = readonly SentQuestion[];
const types = questionTypes.map((value) => ({ value: value as FieldType, name: typeNames[value] }));

function questionsOf({ config_json }: Pick<TrackSetup, 'config_json'>): Questions {
  const { questions } = recordOf(config_json['submissions']);
  return Array.isArray(questions) ? (questions as Questions) : [];
}

/** Changes the questions that there are now: what else stands in the configuration stays. */
async function write(slug: string, change: (now: Questions) => Questions): Promise<void> {
  const { event } = await api.events.getTrack({ slug });
  const submissions = { ...recordOf(event.config_json['submissions']), questions: change(questionsOf(event)) };
  await api.events.updateTrack({ id: event.id, config_json: { ...event.config_json, submissions } });
}

/** Returns a name for the answers to a question, made of its label. */
function freeId(label: string, taken: readonly string[]): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [first = 'question'] = /[a-z0-9]+(?:-[a-z0-9]+)*/.exec(plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40)) ?? [];
  const names = [first, ...Array.from({ length: taken.length + 1 }, (_, index) => `${first}-${index + 2}`)];
  return names.find((name) => !['constructor', 'prototype', ...taken].includes(name)) ?? first;
}

/** The members that it has of those of a question to people. */
function asProjectQuestion({ field_type, label, is_required, options, validation_rules, ...more }: Wanted) {
  const { description, label_i18n, description_i18n, options_i18n } = more;
  return {
    ...{ field_type, label, is_required, options, validation_rules },
    ...{ label_i18n, description_i18n, options_i18n, description: description ?? undefined },
  } as Omit<SentQuestion, 'id'>;
}

interface Props {
  readonly track: TrackSetup;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

export function ProjectQuestions({ track, again, onClose }: Props) {
  const edited = useSignal<SentQuestion | 'new' | undefined>(undefined);
  const acts = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone.
  const focusAdd = () => requestAnimationFrame(() => acts.current?.querySelector('button')?.focus());
  const toList = () => {
    edited.value = undefined;
    focusAdd();
  };
  return (
    <Dialog title={texts.of(track.name)} onClose={onClose}>
      {edited.value ? (
        <Edit track={track} question={edited.value === 'new' ? undefined : edited.value} again={again} onEnd={toList} />
      ) : (
        <>
          <p class="quiet small">{texts.about}</p>
          <List track={track} again={again} onEdit={(question) => (edited.value = question)} onDeleted={focusAdd} />
          <div class="row" ref={acts}>
            <Button disabled={!online.value} data-testid="project-question-add" onClick={() => (edited.value = 'new')}>
              {shared.add}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface Listing extends Pick<Props, 'track' | 'again'> {
  readonly onEdit: (question: SentQuestion) => void;
  readonly onDeleted: () => void;
}
function List({ track, again, onEdit, onDeleted }: Listing) {
  const questions = questionsOf(track);
  if (questions.length === 0) return <Empty>{texts.none}</Empty>;
  const change = async (next: (now: Questions) => Questions, done?: string) => {
    if (await attempt(() => write(track.id, next), done)) await again();
  };
  return (
    <ol class="plain questions">
      {questions.map((question, index) => (
        <One
          key={question.id}
          question={question}
          before={questions[index - 1]}
          after={questions[index + 1]}
          change={change}
          onEdit={() => onEdit(question)}
          onDeleted={onDeleted}
        />
      ))}
    </ol>
  );
}

interface Row {
  readonly question: SentQuestion;
  readonly before: SentQuestion | undefined;
  readonly after: SentQuestion | undefined;
  readonly change: (next: (now: Questions) => Questions, done?: string) => Promise<void>;
  readonly onEdit: () => void;
  readonly onDeleted: () => void;
}
function One({ question, before, after, change, onEdit, onDeleted }: Row) {
  const { id, label } = question;
  const row = useRef<HTMLLIElement>(null);
  const exchange = (other: SentQuestion) => async () => {
    await change((now) => {
      const [own, theirs] = [now.find((each) => each.id === id), now.find((each) => each.id === other.id)];
      if (!own || !theirs) return now;
      return now.map((each) => (each === own ? theirs : each === theirs ? own : each));
    });
    // A row that moves loses the focus.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('button:enabled')?.focus());
  };
  return (
    <li ref={row} class="row" data-testid="project-question">
      <div class="who">
        <strong>{label}</strong>
        <span class="quiet small">
          {[typeNames[question.field_type], question.is_required ? shared.required : shared.optional].join(' · ')}
        </span>
      </div>
      <Acts
        label={label}
        onUp={before && exchange(before)}
        onDown={after && exchange(after)}
        onEdit={onEdit}
        onDelete={async () => {
          await change((now) => now.filter((each) => each.id !== id), shared.isDeleted);
          onDeleted();
        }}
      />
    </li>
  );
}

interface Editing extends Pick<Props, 'track' | 'again'> {
  /** The one to change; undefined to add one. */
  readonly question: SentQuestion | undefined;
  readonly onEnd: () => void;
}
function Edit({ track, question, again, onEnd }: Editing) {
  const { locales } = useHackathon();
  const draft = useDraft(question && { ...question, validation_rules: recordOf(question.validation_rules) }, locales);
  const save = async () => {
    const { before, after } = draft.wanted();
    const [former, asked] = [asProjectQuestion(before), asProjectQuestion(after)];
    const put = (now: Questions): Questions => {
      const known = now.find(({ id }) => id === question?.id);
      if (known) return now.map((each) => (each === known ? { ...each, ...changes(former, asked, each) } : each));
      // Somebody may have deleted it meanwhile.
      const id =
        question?.id ??
        freeId(
          asked.label,
          now.map((each) => each.id),
        );
      return [...now, { id, ...asked }];
    };
    if (!(await draft.send(() => write(track.id, put), words.saved(asked.label)))) return;
    await again();
    onEnd();
  };
  return (
    <Form onSend={save}>
      <QuestionFields draft={draft} types={types} />
      <div class="row">
        <Button>{forms.save}</Button>
        <Button kind="calm" onClick={onEnd}>
          {texts.back}
        </Button>
      </div>
    </Form>
  );
}
