/** Judging of one track: what counts, who judges whom, how far that is, and what comes of it. */
import { useSignal } from '@preact/signals';
import { Empty } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/choose.tsx';
import { Criteria } from './criteria.tsx';
import { Ranking } from './ranking.tsx';
import { Assignments } from './assignments.tsx';

export function Judging() {
  const { tracks } = useHackathon();
  const chosen = useSignal('');
  const track = tracks.find(({ id }) => id === chosen.value) ?? tracks[0];
  if (!track) return <Empty>This hackathon has no track yet, so there is nothing to judge.</Empty>;
  return (
    <>
      <div class="row spread">
        <h1>Judging</h1>
        <Choose
          label="Track"
          value={track.id}
          options={tracks.map(({ id, name }) => ({ value: id, name }))}
          onChoose={(id) => (chosen.value = id)}
        />
      </div>
      <Criteria key={`criteria ${track.id}`} track={track.id} />
      <Assignments key={`assignments ${track.id}`} track={track.id} />
      <Ranking key={`ranking ${track.id}`} track={track.id} name={track.name} />
    </>
  );
}
