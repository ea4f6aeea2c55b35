import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/shown.tsx';
import { count, rankingNames } from '../parts/words.ts';
import { Compared } from './compared.tsx';
import { Publish } from './publish.tsx';
import { calculate, download, readRankings, type Rankings } from './requests.ts';

/** What came of the scores that were handed in, plain and fair; the teams see one of them once it is published. */
export function Ranking({ track, name }: { readonly track: string; readonly name: string }) {
  const { live, zone } = useHackathon();
  const rankings = useLoaded((signal) => readRankings(track, signal), [track]);
  useFresh(live, rankings.again, ['results', 'assignment']);
  const update = async () => {
    if (await attempt(() => calculate(track), 'The ranking is up to date.')) await rankings.again();
  };
  // The file has what was published; it takes another one to know the plain ranking where that was the fair one.
  const other = rankings.data?.shown.ranking === 'fair' ? 'plain' : 'fair';
  return (
    <section class="card" aria-labelledby="ranking">
      <div class="row spread">
        <h2 id="ranking">Ranking</h2>
        <div class="row tight">
          <Button onClick={update}>Update ranking</Button>
          <Publish track={track} name={name} rankings={rankings.data} again={rankings.again} />
        </div>
      </div>
      <Shown of={rankings}>{(data) => <Ranked of={data} zone={zone} />}</Shown>
      <div class="row">
        <Button kind="calm" onClick={() => attempt(() => download(track, 'results'))}>
          Ranking as CSV
        </Button>
        <Button kind="calm" onClick={() => attempt(() => download(track, 'results', other))}>
          {other === 'plain' ? 'Simple ranking as CSV' : 'Both rankings as CSV'}
        </Button>
        <Button kind="calm" onClick={() => attempt(() => download(track, 'scores'))}>
          Scores as CSV
        </Button>
      </div>
    </section>
  );
}

function Ranked({ of: { shown, last }, zone }: { readonly of: Rankings; readonly zone: string }) {
  const { results, notifications_sent_at: published, ranking = 'plain' } = shown;
  const [first] = results;
  return (
    <div class="listing">
      {published && (
        <Notice kind="good">
          The {rankingNames[ranking]} ranking was published {moment(published, zone)}. Everybody reads it as it was
          published last; what you update later is seen here alone until you publish again.
        </Notice>
      )}
      {first && last ? (
        <>
          <p class="quiet small">
            {count(last.teams.length, 'team')}, as of {moment(first.created_at, zone)}. Teams without scores are left
            out.
          </p>
          <Compared fair={last} />
        </>
      ) : (
        <Empty>No ranking yet. It counts the scores that are handed in so far.</Empty>
      )}
    </div>
  );
}
