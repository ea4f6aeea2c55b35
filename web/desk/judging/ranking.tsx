import type { ComponentChild } from 'preact';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { moment } from '../../shared/time.ts';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { attempt } from '../parts/said.tsx';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { Compared } from './compared.tsx';
import { Publish } from './publish.tsx';
import { calculate, download, readRankings, type Rankings } from './requests.ts';
import { judging, ranking as texts } from './texts/en.ts';

interface Props {
  readonly track: string;
  readonly name: string;
  /** The address of what a projector shows once it is published. */
  readonly podium: string;
}

/** The plain and the fair ranking by the scores that were handed in; teams see one of them once it is published. */
export function Ranking({ track, name, podium }: Props) {
  const { live, zone } = useHackathon();
  const rankings = useLoaded((signal) => readRankings(track, signal), [track], 'rankings');
  useFresh(live, rankings.again, ['results', 'assignment']);
  const update = async () => {
    if (await attempt(() => calculate(track), texts.upToDate)) await rankings.again();
  };
  const button = (
    <Button disabled={!online.value} onClick={update}>
      {texts.update}
    </Button>
  );
  return (
    <section class="card" aria-labelledby="ranking">
      <div class="row spread">
        <h2 id="ranking" class="unseen">
          {judging.ranking}
        </h2>
        <div class="row">
          {rankings.data?.last && button}
          {rankings.data?.shown.notifications_sent_at && (
            <a class="button calm" href={podium}>
              {texts.present}
            </a>
          )}
          <Publish track={track} name={name} rankings={rankings.data} again={rankings.again} />
        </div>
      </div>
      <Shown of={rankings} coming={<ComingRows />}>
        {(data) => <Ranked of={data} zone={zone} update={button} />}
      </Shown>
      <Downloads track={track} published={rankings.data?.shown.ranking} />
    </section>
  );
}

function Downloads({ track, published }: { readonly track: string; readonly published: 'fair' | undefined }) {
  // The file has the published ranking; if that is the fair one, the plain ranking needs another request.
  const other = published === 'fair' ? 'plain' : 'fair';
  return (
    <div class="row">
      <Button kind="calm" onClick={() => attempt(() => download(track, 'results'))}>
        {texts.csv}
      </Button>
      <Button kind="calm" onClick={() => attempt(() => download(track, 'results', other))}>
        {other === 'plain' ? texts.plainCsv : texts.bothCsv}
      </Button>
      <Button kind="calm" onClick={() => attempt(() => download(track, 'scores'))}>
        {texts.scoresCsv}
      </Button>
    </div>
  );
}

interface Calculated {
  readonly of: Rankings;
  readonly zone: string;
  /** The button that calculates. */
  readonly update: ComponentChild;
}
function Ranked({ of: { shown, last }, zone, update }: Calculated) {
  const { results, notifications_sent_at: published, ranking = 'plain' } = shown;
  const [first] = results;
  return (
    <div class="listing">
      {published && <Notice kind="good">{texts.published[ranking](moment(published, zone))}</Notice>}
      {first && last ? (
        <>
          <p class="quiet small">{texts.asOf(last.teams.length, moment(first.created_at, zone))}</p>
          <Compared fair={last} />
        </>
      ) : (
        <Empty action={update}>{texts.none}</Empty>
      )}
    </div>
  );
}
