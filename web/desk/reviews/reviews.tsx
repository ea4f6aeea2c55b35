/** Applications to review, one at a time, and the progress of all reviewers. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { number } from '../../shared/intl.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import { api } from '../../shared/session.ts';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { ago, fixed } from '../parts/words.ts';
import { views } from '../texts/en.ts';
import { Reading } from './reading.tsx';
import { progress as texts, sureness as sure } from './texts/en.ts';

export function Reviews() {
  const { id, live } = useHackathon();
  const progress = useLoaded((signal) => api.registrations.getReviews({ slug: id }, { signal }), [id], 'reviews');
  useFresh(live, progress.again, ['review', 'registration']);
  // Scores follow reviews by some seconds, which no fact tells.
  useEvery(5, progress.again);
  return (
    <>
      <h1 class="unseen">{views.reviews}</h1>
      <div class="reviewing">
        <Reading isBlind={progress.data?.blind ?? false} />
        <section class="stack" aria-labelledby="progress">
          <h2 id="progress">{texts.title}</h2>
          <Shown of={progress} coming={<ComingRows />}>
            {(data) => <Progress of={data} />}
          </Shown>
        </section>
      </div>
    </>
  );
}

type ReviewProgress = Answer<'registrations', 'getReviews'>;
type Reviewer = ReviewProgress['reviewers'][number];

/** The progress of the reviews, by reviewer, and how sure the order is. */
const Progress = ({ of: progress }: { readonly of: ReviewProgress }) => (
  <>
    <div class="card">
      <p>
        {texts.done(
          <strong data-testid="reviews-done">{number(progress.reviewed)}</strong>,
          progress.applications,
          progress.reviews,
        )}
        <progress aria-label={texts.bar} value={progress.reviewed} max={Math.max(1, progress.applications)} />
      </p>
      <p data-testid="reviews-sureness">{sureness(progress)}</p>
    </div>
    {progress.reviewers.length > 0 && (
      <Table
        caption={texts.caption}
        columns={columns}
        rows={progress.reviewers}
        keyOf={({ user_id }) => user_id}
        testId="reviewer-row"
      />
    )}
  </>
);

const columns: readonly Column<Reviewer>[] = [
  { name: texts.reviewer, show: ({ name }) => name },
  { name: texts.reviews, isNumber: true, show: ({ reviews }) => reviews },
  { name: texts.gives, show: giving },
  { name: texts.last, show: ({ last_review_at }) => ago(last_review_at) },
];

/** A reviewer's usual score, beside the others' scores of the same applications. */
function giving({ mean_score, effect }: Reviewer): string {
  const usually = fixed(mean_score, 1);
  if (effect === null) return usually;
  const difference = fixed(Math.abs(effect), 1);
  if (difference === fixed(0, 1)) return texts.likeOthers(usually);
  return effect > 0 ? texts.more(usually, difference) : texts.less(usually, difference);
}

function sureness({ reviews, ranking: { connected, pairs_right } }: ReviewProgress): string {
  if (reviews === 0) return sure.none;
  const order =
    pairs_right === null ? [sure.unknown] : [wordFor(pairs_right), sure.share(Math.round(pairs_right * 100))];
  return [...(connected ? [] : [sure.apart]), ...order].join(' ');
}

/** Three reviews of each application usually give 0.8. */
function wordFor(pairsRight: number): string {
  if (pairsRight >= 0.85) return sure.very;
  if (pairsRight >= 0.75) return sure.fairly;
  if (pairsRight >= 0.65) return sure.first;
  return sure.little;
}
