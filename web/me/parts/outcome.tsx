/** The published result of a team: its rank, its score, and what each criterion gave. */
import type { ComponentChild } from 'preact';
import { number } from '../../shared/intl.ts';
import type { Result } from '../places.ts';
import { result as texts } from './texts/en.ts';

/** One decimal tells teams apart as well as four. */
const rounded = (score: number): string => number(Math.round(score * 10) / 10);

export const Outcome = ({ result }: { readonly result: Result }) => (
  <div class="outcome" data-testid="result">
    <p class="rank">{texts.rank(result.rank)}</p>
    <p class="number">{texts.score(rounded(result.overall_score), result.best)}</p>
    <dl>{result.score_breakdown.map((one) => line(one, result.best))}</dl>
    {result.explanation && (
      <details>
        <summary>{texts.explanation}</summary>
        <ul class="small">
          {result.explanation.map((sentence, place) => (
            <li key={place}>{sentence}</li>
          ))}
        </ul>
      </details>
    )}
  </div>
);

const line = (one: Result['score_breakdown'][number], best: number): ComponentChild => (
  <div key={one.criterion_name}>
    <dt class="row spread">
      <span>{one.criterion_name}</span>
      <span class="number">{number(one.score_value)}</span>
    </dt>
    <dd aria-hidden="true" class="share" style={`--share: ${one.score_value / best}`} />
    {one.feedback && <dd class="small">{one.feedback}</dd>}
  </div>
);
