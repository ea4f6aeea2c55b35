/** Judging of one track: criteria, assignments, progress and rankings. */
import { Empty } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose, Toolbar } from '../parts/fields.tsx';
import { hashOf, place } from '../place.ts';
import { views } from '../texts/en.ts';
import { Criteria } from './criteria.tsx';
import { Podium } from './podium.tsx';
import { Ranking } from './ranking.tsx';
import { Assignments } from './assignments.tsx';
import { Scale } from './scale.tsx';
import { judging } from './texts/en.ts';

const steps = ['criteria', 'judges', 'ranking'] as const;

export function Judging() {
  const { tracks } = useHackathon();
  const { part: opened = '', of } = place.value;
  const track = tracks.find(({ id }) => id === of) ?? tracks[0];
  if (!track) return <NoTrack />;
  const step = opened === 'podium' ? 'ranking' : (steps.find((part) => part === opened) ?? 'criteria');
  const at = (part: string, id = track.id) => hashOf({ ...place.value, part, of: id });
  return (
    <>
      <Toolbar title={views.judging}>
        <nav class="tabs" aria-label={judging.steps}>
          {steps.map((part) => (
            <a key={part} href={at(part)} aria-current={part === step ? 'page' : undefined}>
              {judging[part]}
            </a>
          ))}
        </nav>
        <Choose
          label={judging.track}
          value={track.id}
          options={tracks.map(({ id, name }) => ({ value: id, name }))}
          onChoose={(id) => (location.hash = at(step, id))}
        />
      </Toolbar>
      {step === 'criteria' && (
        <>
          <Criteria key={track.id} track={track.id} />
          <Scale />
        </>
      )}
      {step === 'judges' && <Assignments key={track.id} track={track.id} name={track.name} />}
      {step === 'ranking' && <Ranking key={track.id} track={track.id} name={track.name} podium={at('podium')} />}
      {opened === 'podium' && (
        <Podium key={track.id} track={track.id} name={track.name} onClose={() => (location.hash = at('ranking'))} />
      )}
    </>
  );
}

const NoTrack = () => (
  <>
    <h1 class="unseen">{views.judging}</h1>
    <Empty
      action={
        <a class="button calm" href={hashOf({ hackathon: place.value.hackathon, view: 'setup', part: 'tracks' })}>
          {judging.seeTracks}
        </a>
      }
    >
      {judging.noTrack}
    </Empty>
  </>
);
