/** Downloads and imports of people, teams and projects, and counts of answers. */
import { Button } from '../../shared/button.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose, ChooseTrack, Toolbar } from '../parts/fields.tsx';
import { attempt } from '../parts/said.tsx';
import { useFilter } from '../place.ts';
import { views } from '../texts/en.ts';
import { BringIn } from './bring-in.tsx';
import { Counted } from './counts.tsx';
import { Files } from './files.tsx';
import { download, type What, type Which } from './requests.ts';
import { tables, tableStatuses } from './texts/en.ts';

const statuses = ['', 'accepted', 'pending', 'waitlisted', 'rejected', 'cancelled'] as const;
const options = statuses.map((value) => ({ value, name: tableStatuses[value || 'all'] }));
const accepted: Which = { status: 'accepted', track: '' };

const files: readonly What[] = ['people', 'mlh', 'mlh_checkins', 'teams', 'projects'];

export function Tables() {
  const hackathon = useHackathon();
  const [which, choose] = useFilter(accepted, { status: statuses });
  return (
    <>
      <Toolbar title={views.tables}>
        <Choose
          label={tables.status}
          value={which.status}
          options={options}
          onChoose={(chosen) => choose({ status: chosen })}
        />
        <ChooseTrack tracks={hackathon.tracks} value={which.track} onChoose={(chosen) => choose({ track: chosen })} />
      </Toolbar>
      <section class="card stack" aria-labelledby="exports">
        <h2 id="exports">{tables.takeAlong}</h2>
        <p class="quiet">{tables.explained}</p>
        <div class="row">
          {files.map((what) => (
            <Button
              key={what}
              kind="calm"
              data-testid={what === 'people' ? 'export-csv' : `export-csv-${what}`}
              disabled={!online.value}
              onClick={() => attempt(() => download(hackathon, what, which))}
            >
              {tables[what]}
            </Button>
          ))}
        </div>
      </section>
      <Files status={which.status} />
      {hackathon.isAdministered && <BringIn />}
      <Counted status={which.status} />
    </>
  );
}
