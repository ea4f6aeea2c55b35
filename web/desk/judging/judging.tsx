/** Judging of one track: what counts, who judges whom, how far that is, and what comes of it. */
import { useSignal } from '@preact/signals';
import { Empty } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/choose.tsx';
import { hashOf, place } from '../place.ts';
import { Criteria } from './criteria.tsx';
import { Ranking } from './ranking.tsx';
import { Assignments } from './assignments.tsx';

const steps = [
  { part: 'criteria', name: 'Criteria' },
  { part: 'judges', name: 'Judges' },
  { part: 'ranking', name: 'Ranking' },
] as const;

export function Judging() {
  const { tracks } = useHackathon();
  const chosen = useSignal('');
  const track = tracks.find(({ id }) => id === chosen.value) ?? tracks[0];
  if (!track) return <Empty>This hackathon has no track yet, so there is nothing to judge.</Empty>;
  const step = steps.find(({ part }) => part === place.value.part)?.part ?? 'criteria';
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
      <nav class="tabs" aria-label="Steps of judging">
        {steps.map(({ part, name }) => (
          <a key={part} href={hashOf({ ...place.value, part })} aria-current={part === step ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {step === 'criteria' && <Criteria key={track.id} track={track.id} />}
      {step === 'judges' && <Assignments key={track.id} track={track.id} name={track.name} />}
      {step === 'ranking' && <Ranking key={track.id} track={track.id} name={track.name} />}
    </>
  );
}
