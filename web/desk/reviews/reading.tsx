/** The application that is being read, with the scores to give. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Empty, Loading, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { useHackathon } from '../hackathons.ts';
import { useViewKeys } from '../keys.tsx';
import { Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { inWords } from '../parts/words.ts';
import { hashOf, place } from '../place.ts';
import { reading } from './texts/en.ts';

type Next = Answer<'registrations', 'nextReview'>;
type Application = NonNullable<Next['application']>;
/** A review that was given, so that it can be changed. */
interface Given {
  readonly application: Application;
  readonly score: number;
  readonly note: string;
}

const scores = reading.scores.map((meaning, index) => ({ score: index + 1, meaning }));

export function Reading({ isBlind }: { readonly isBlind: boolean }) {
  const { id } = useHackathon();
  const next = useLoaded((signal) => api.registrations.nextReview({ slug: id }, { signal }), [id]);
  const last = useSignal<Given | undefined>(undefined);
  const isChanging = useSignal(false);
  const give = async (application: Application, score: number, note: string) => {
    const send = () => api.registrations.review({ id: application.id, score, note: note || null });
    if (!(await attempt(send))) return;
    last.value = { application, score, note };
    if (isChanging.value) isChanging.value = false;
    else await next.again();
  };
  const changed = isChanging.value ? last.value : undefined;
  return (
    <div class="stack">
      <Shown of={next} coming={<Loading />}>
        {({ application, left }) => {
          const shown = changed?.application ?? application;
          return shown ? (
            <Card
              key={`${shown.id} ${changed ? 'again' : ''}`}
              application={shown}
              given={changed}
              isBlind={isBlind}
              left={left}
              onGive={give}
            />
          ) : (
            <None left={left} again={next.again} />
          );
        }}
      </Shown>
      {last.value && (
        <Last of={last.value} isChanging={Boolean(changed)} onTurn={() => (isChanging.value = !isChanging.value)} />
      )}
    </div>
  );
}

interface LastGiven {
  readonly of: Given;
  readonly isChanging: boolean;
  readonly onTurn: () => void;
}
const Last = ({ of: { score, application }, isChanging, onTurn }: LastGiven) => (
  <p class="row" role="status">
    <span>{(isChanging ? reading.changing : reading.saved)(score, application.name)}</span>
    <Button kind="calm" onClick={onTurn}>
      {isChanging ? reading.leave : reading.change}
    </Button>
  </p>
);

const None = ({ left, again }: Pick<Next, 'left'> & { readonly again: () => Promise<void> }) =>
  left === 0 ? (
    <Empty
      action={
        <a class="button calm" href={hashOf({ hackathon: place.value.hackathon, view: 'people' })}>
          {reading.seePeople}
        </a>
      }
    >
      {reading.finished}
    </Empty>
  ) : (
    <Empty
      action={
        <Button kind="calm" onClick={again}>
          {reading.lookAgain}
        </Button>
      }
    >
      {reading.othersRead(left)}
    </Empty>
  );

interface Props extends Pick<Next, 'left'> {
  readonly application: Application;
  /** The review that is being changed. */
  readonly given: Given | undefined;
  readonly isBlind: boolean;
  readonly onGive: (application: Application, score: number, note: string) => Promise<void>;
}

function Card({ application, given, isBlind, left, onGive }: Props) {
  const note = useSignal(given?.note ?? '');
  const isBusy = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // The next application is read from its beginning, by screen readers as well.
  useEffect(() => heading.current?.focus(), []);
  const give = async (score: number) => {
    if (isBusy.value || !online.value) return;
    isBusy.value = true;
    await onGive(application, score, note.value.trim());
    isBusy.value = false;
  };
  useViewKeys((key) => {
    const isScore = scores.some(({ score }) => String(score) === key);
    if (isScore) void give(Number(key));
    if (key === 'n') document.getElementById(id)?.focus();
    return isScore || key === 'n';
  });
  return (
    <article class="card" data-testid="review-card" aria-busy={isBusy.value}>
      <Head application={application} isBlind={isBlind} left={left} heading={heading} />
      <dl class="answers">
        {application.answers.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{inWords(value)}</dd>
          </div>
        ))}
      </dl>
      <Note id={id} text={note} />
      <Scores given={given?.score} onGive={give} />
    </article>
  );
}

const Note = ({ id, text }: { readonly id: string; readonly text: Signal<string> }) => (
  <div class="field">
    <label for={id}>{reading.note}</label>
    <textarea
      id={id}
      rows={2}
      maxLength={2_000}
      aria-keyshortcuts="n"
      value={text.value}
      onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  </div>
);

interface Scoring {
  readonly given: number | undefined;
  readonly onGive: (score: number) => Promise<void>;
}
const Scores = ({ given, onGive }: Scoring) => (
  <>
    <div class="scores" role="group" aria-label={reading.score}>
      {scores.map(({ score, meaning }) => (
        <Button
          key={score}
          kind="calm"
          data-testid={`review-score-${score}`}
          aria-keyshortcuts={String(score)}
          aria-pressed={given === undefined ? undefined : given === score}
          disabled={!online.value}
          onClick={() => onGive(score)}
        >
          <strong>{score}</strong>
          <span>{meaning}</span>
        </Button>
      ))}
    </div>
    <p class="quiet small keys-hint">
      {reading.keys((key) => (
        <kbd>{key}</kbd>
      ))}
    </p>
  </>
);

const Head = ({
  application: { name, email, tracks, answers },
  isBlind,
  left,
  heading,
}: Pick<Props, 'application' | 'isBlind' | 'left'> & {
  readonly heading: { current: HTMLHeadingElement | null };
}) => (
  <>
    <div class="row spread">
      <h2 ref={heading} tabIndex={-1}>
        {name ?? reading.application}
      </h2>
      <span class="quiet small" data-testid="review-left">
        {reading.left(left)}
      </span>
    </div>
    <div class="row">
      {email && <span class="quiet">{email}</span>}
      {tracks.map((track) => (
        <span key={track.id} class="tag">
          {track.name}
        </span>
      ))}
    </div>
    {isBlind && <p class="quiet small">{reading.blind}</p>}
    {answers.length === 0 && <p class="quiet">{reading.noAnswers}</p>}
  </>
);
