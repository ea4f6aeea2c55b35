/** The numbers of accepted, confirmed, waiting and lapsed people, and the forecast. */
import { number, percent } from '../../shared/intl.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import { api } from '../../shared/session.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { forecast as texts } from './texts/en.ts';

export function Forecast() {
  const hackathon = useHackathon();
  const { id: slug } = hackathon;
  const { data, again } = useLoaded((signal) => api.registrations.forecast({ slug }, { signal }), [slug], 'forecast');
  useFresh(hackathon.live, again, ['registration', 'participant', 'super_event']);
  if (!data || data.accepted + data.waiting === 0) return null;
  const { accepted, confirmed, waiting, lapsed, expected, share, measured_at } = data;
  const figures = [
    [texts.accepted, accepted],
    [texts.confirmed, confirmed],
    [texts.waiting, waiting],
    [texts.lapsed, lapsed],
  ] as const;
  return (
    <div class="forecast" data-testid="forecast">
      <dl>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <strong>{texts.expected(expected)}</strong>{' '}
        <span class="quiet small">
          {measured_at ? texts.measured(percent(share), measured_at.name) : texts.estimated(percent(share))}
        </span>
      </p>
    </div>
  );
}
