import { Button } from '../../shared/button.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { Pages, useSlices } from '../parts/pages.tsx';
import { moment } from '../../shared/time.ts';
import type { Declined, Work } from './requests.ts';

interface Props {
  readonly work: Work;
  /** Opens the judges of a team. */
  readonly onReplace: (team: string) => void;
}

/** Who declined which team and why, and how many judges the team has without them. */
export function DeclinedTeams({ work, onReplace }: Props) {
  const { zone } = useHackathon();
  const { declined } = work;
  const { shown, turning } = useSlices(declined);
  if (declined.length === 0) return null;
  return (
    <div class="listing">
      <h3>Declined for a conflict</h3>
      <p class="quiet small">
        No plan gives a team to who declined it. Plan reviews again to replace all at once, or one by one here.
      </p>
      <Table
        caption="Declined assignments"
        columns={columnsOf(work, zone, onReplace)}
        rows={shown}
        keyOf={({ judge_user_id, team_id }) => `${judge_user_id} ${team_id}`}
        testId="declined-row"
      />
      <Pages {...turning} />
    </div>
  );
}

function columnsOf({ teams }: Work, zone: string, onReplace: Props['onReplace']): readonly Column<Declined>[] {
  const judges = new Map(teams.map(({ id, assignments }) => [id, assignments.length]));
  return [
    { name: 'Team', show: ({ team_name }) => <strong>{team_name}</strong> },
    { name: 'Declined by', show: ({ judge_name }) => judge_name },
    {
      name: 'Reason',
      show: ({ reason, declared_at }) => (
        <div class="who">
          <span>{reason}</span>
          <span class="quiet small">{moment(declared_at, zone)}</span>
        </div>
      ),
    },
    { name: 'Judges now', isNumber: true, show: ({ team_id }) => judges.get(team_id) ?? 0 },
    {
      name: 'Change',
      show: ({ judge_name, team_id, team_name }) => (
        <Button kind="calm" aria-label={`Replace ${judge_name} for ${team_name}`} onClick={() => onReplace(team_id)}>
          Replace
        </Button>
      ),
    },
  ];
}
