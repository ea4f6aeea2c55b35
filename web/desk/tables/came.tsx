/** The progress of an import, and the outcome of each line. */
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { readImport, type Import } from './requests.ts';
import { bringIn, came, lineReasons } from './texts/en.ts';

/** Milliseconds between two questions. */
const askEvery = 1_000;

export function Came({ id }: { readonly id: string }) {
  const hackathon = useHackathon();
  const progress = useLoaded((signal) => readImport(hackathon, id, signal), [hackathon.id, id]);
  const isRunning = progress.data === undefined || progress.data.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void progress.again(), askEvery);
    return () => clearInterval(timer);
  }, [isRunning, progress.again]);
  return (
    <div class="stack" data-testid="import-outcome">
      <h3>{came.title}</h3>
      <Shown of={progress} coming={<ComingRows />}>
        {(data) => <Outcome of={data} />}
      </Shown>
    </div>
  );
}

/** More than that nobody reads. */
const linesAtMost = 500;

function Outcome({ of: { status, rows, lines, counts } }: { readonly of: Import }) {
  // Those that somebody has to look into come first.
  const sorted = [...lines.filter(({ code }) => code), ...lines.filter(({ code }) => !code)];
  return (
    <>
      <p role="status">
        {came.counts(came[status], counts.enrolled, counts.invited, counts.unchanged, counts.refused, rows)}
      </p>
      {status === 'running' && <progress value={lines.length} max={Math.max(1, rows)} aria-label={came.linesDone} />}
      {sorted.length > 0 && (
        <ul class="plain plan" tabIndex={0} aria-label={came.outcomes}>
          {sorted.slice(0, linesAtMost).map(({ line, status: outcome, code }) => (
            <li key={line}>
              <strong>{bringIn.line(line)}</strong>
              {came.outcome(came[outcome], code && lineReasons[code])}
            </li>
          ))}
          {sorted.length > linesAtMost && <li class="quiet">{bringIn.more(sorted.length - linesAtMost)}</li>}
        </ul>
      )}
    </>
  );
}
