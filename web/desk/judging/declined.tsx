import { Button } from '../../shared/button.tsx';
import { Rows, type Column } from '../parts/rows.tsx';
import { useHackathon } from '../hackathons.ts';
import { Pages, useSlices } from '../parts/listing.tsx';
import { moment } from '../../shared/time.ts';
import { forms } from '../parts/texts/en.ts';
import type { Declined, Work } from './requests.ts';
import { declined as texts, judging } from './texts/en.ts';

interface Props {
  readonly work: Work;
  /** Opens the judges of a team. */
  readonly onReplace: (team: string) => void;
}

/** Judges who declined a team, with the reason, and how many judges the team has without them. */
export function DeclinedTeams({ work, onReplace }: Props) {
  const { zone } = useHackathon();
  const { declined } = work;
  const { shown, turning } = useSlices(declined);
  if (declined.length === 0) return null;
  return (
    <div class="listing">
      <h3>{texts.title}</h3>
      <p class="quiet small">{texts.explained}</p>
      <Rows
        caption={texts.caption}
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
    { name: judging.team, show: ({ team_name }) => <strong>{team_name}</strong> },
    { name: texts.by, show: ({ judge_name }) => judge_name },
    {
      name: texts.reason,
      isPlain: true,
      show: ({ reason, declared_at }) => (
        <div class="who">
          <span>{reason}</span>
          <span class="quiet small">{moment(declared_at, zone)}</span>
        </div>
      ),
    },
    { name: texts.judgesNow, isNumber: true, show: ({ team_id }) => judges.get(team_id) ?? 0 },
    {
      name: forms.change,
      at: 'end',
      show: ({ judge_name, team_id, team_name }) => (
        <Button kind="calm" aria-label={texts.replaceWho(judge_name, team_name)} onClick={() => onReplace(team_id)}>
          {texts.replace}
        </Button>
      ),
    },
  ];
}
