/** Counts people's answers: as bars, and as a list to print for the kitchen. */
import { Button } from '../../shared/button.tsx';
import { number } from '../../shared/intl.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { hashOf, place } from '../place.ts';
import { statuses } from '../texts/en.ts';
import { readCounts, readQuestions, type Counts, type Question, type Status } from './requests.ts';
import { answers as texts } from './texts/en.ts';

/** @param status Whose answers count; empty for those of all. */
export function Counted({ status }: { readonly status: Status }) {
  const hackathon = useHackathon();
  const questions = useLoaded((signal) => readQuestions(hackathon, signal), [hackathon.id], 'questions-to-count');
  return (
    <section class="stack printed" aria-labelledby="counts">
      <div class="row spread">
        <h2 id="counts">{texts.title}</h2>
        <Button kind="calm" class="unprinted" onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      <p class="on-paper">
        {hackathon.name} · {status === '' ? texts.everybody : statuses[status]}
      </p>
      <Shown of={questions} coming={<ComingRows />}>
        {(all) =>
          all.length > 0 ? (
            <div class="counts">
              {all.map((question) => (
                <Answers key={question.id} question={question} status={status} />
              ))}
            </div>
          ) : (
            <Empty action={hackathon.isAdministered && <ToForm />}>{texts.none}</Empty>
          )
        }
      </Shown>
    </section>
  );
}

const ToForm = () => (
  <a class="button calm" href={hashOf({ hackathon: place.value.hackathon, view: 'setup', part: 'form' })}>
    {texts.seeQuestions}
  </a>
);

function Answers({ question, status }: { readonly question: Question; readonly status: Status }) {
  const hackathon = useHackathon();
  const { id, label, field_type } = question;
  const counts = useLoaded((signal) => readCounts(hackathon, id, status, signal), [hackathon.id, id, status], 'counts');
  useFresh(hackathon.live, counts.again, ['registration']);
  return (
    <section class="card stack" data-testid={`counts-${id}`} aria-labelledby={`label-${id}`}>
      <h3 id={`label-${id}`}>{label}</h3>
      <Shown of={counts} coming={<ComingRows />}>
        {(data) => <Bars counts={data} isTicked={field_type === 'checkbox'} />}
      </Shown>
    </section>
  );
}

function Bars({
  counts: { counts, answered, people },
  isTicked,
}: {
  readonly counts: Counts;
  readonly isTicked: boolean;
}) {
  const most = Math.max(1, ...counts.map((each) => each.count));
  return (
    <>
      <p class="quiet small">{texts.answered(answered, people)}</p>
      <dl class="bars">
        {counts.map(({ value, count: times }) => (
          <div key={value}>
            <dt>{isTicked ? (value === 'true' ? texts.yes : texts.no) : value}</dt>
            <dd>
              <progress value={times} max={most} aria-hidden="true" />
              <strong>{number(times)}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
