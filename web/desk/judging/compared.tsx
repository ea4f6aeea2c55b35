/** The plain and the fair ranking side by side, and how far the fair one can be relied on. */
import { useSignal } from '@preact/signals';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import { Notice } from '../../shared/notice.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { Choose } from '../parts/choose.tsx';
import { Pages, useSlices } from '../parts/pages.tsx';
import { count, percent } from '../parts/words.ts';
import type { Fair } from './requests.ts';

type Team = Fair['teams'][number];

const orders = [
  { value: 'plain', name: 'Simple rank' },
  { value: 'fair', name: 'Adjusted rank' },
] as const;

export function Compared({ fair }: { readonly fair: Fair }) {
  const order = useSignal<RankingName>('plain');
  const rank = order.value === 'plain' ? plainRank : fairRank(fair);
  const { shown, turning } = useSlices(fair.teams.toSorted((a, b) => rank(a) - rank(b)));
  return (
    <>
      <Connection fair={fair} />
      <p class="quiet small">
        Simple: the average of what judges gave. Adjusted: for strict and generous judges; with 90 % certainty the rank
        is within its range.
      </p>
      <div class="row order">
        <Choose label="Order by" value={order.value} options={orders} onChoose={(by) => (order.value = by)} />
      </div>
      <Table
        caption="Teams by rank"
        columns={columnsOf(fair)}
        rows={shown}
        keyOf={({ team_id }) => team_id}
        testId="result-row"
      />
      <Pages {...turning} />
      <CloseCalls fair={fair} />
      <Judges fair={fair} />
    </>
  );
}

const plainRank = ({ plain_rank }: Team) => plain_rank;
/** Groups are ranked apart, so one stands below the other. */
const fairRank = ({ groups, teams }: Fair) => {
  const before = new Map(groups.flatMap((group, place) => group.map((id) => [id, place * teams.length] as const)));
  return ({ team_id, fair_rank }: Team) => (before.get(team_id) ?? 0) + fair_rank;
};

function columnsOf({ groups, connected }: Fair): readonly Column<Team>[] {
  const groupOf = new Map(groups.flatMap((group, place) => group.map((id) => [id, place + 1] as const)));
  const group: Column<Team> = { name: 'Group', isNumber: true, show: ({ team_id }) => groupOf.get(team_id) };
  const difference: Column<Team> = { name: 'Moved', isNumber: true, show: moved };
  return [
    { name: 'Team', show: ({ team_name }) => <strong>{team_name}</strong> },
    { name: 'Simple rank', isNumber: true, show: ({ plain_rank }) => plain_rank },
    { name: 'Simple score', isNumber: true, show: ({ plain_score }) => plain_score.toFixed(2) },
    { name: 'Adjusted rank', isNumber: true, show: ({ fair_rank }) => fair_rank },
    { name: 'Range', isNumber: true, show: range },
    { name: 'Adjusted score', isNumber: true, show: fairScore },
    connected ? difference : group,
  ];
}

const fairScore = ({ fair_score, standard_error: error }: Team) =>
  error === null ? fair_score.toFixed(2) : `${fair_score.toFixed(2)} ± ${error.toFixed(2)}`;

const range = ({ rank_low: low, rank_high: high }: Team) => (low === high ? String(low) : `${low} to ${high}`);

function moved({ plain_rank, fair_rank }: Team) {
  const up = plain_rank - fair_rank;
  if (up === 0) return <span class="quiet">same</span>;
  return up > 0 ? `↑ ${up}` : `↓ ${-up}`;
}

/** Says plainly what cannot be compared. */
function Connection({ fair: { connected, groups, teams } }: { readonly fair: Fair }) {
  if (connected) return null;
  const names = new Map(teams.map(({ team_id, team_name }) => [team_id, team_name]));
  return (
    <div class="stack" data-testid="not-connected">
      <Notice kind="warn">
        Not all teams can be compared: the judges of these {groups.length} groups have no team in common. Adjusted ranks
        count within each group, and cannot be published. One judge who sees a team of each group mends it.
      </Notice>
      <ol class="groups">
        {groups.map((group) => (
          <li key={group[0]}>{group.map((id) => names.get(id)).join(', ')}</li>
        ))}
      </ol>
    </div>
  );
}

function CloseCalls({ fair: { close_calls: calls, teams } }: { readonly fair: Fair }) {
  if (calls.length === 0) return null;
  const names = new Map(teams.map(({ team_id, team_name }) => [team_id, team_name]));
  return (
    <details>
      <summary>{count(calls.length, 'close call')}: neighbours whose order is less than 80 % sure</summary>
      <ul>
        {calls.map(({ team_id, other_team_id, probability }) => (
          <li key={`${team_id} ${other_team_id}`}>
            {names.get(team_id)} before {names.get(other_team_id)}: {percent(Number(probability.toFixed(2)))} sure
          </li>
        ))}
      </ul>
    </details>
  );
}

type Judge = Fair['judges'][number];
const judgeColumns: readonly Column<Judge>[] = [
  { name: 'Judge', show: ({ name }) => name },
  { name: 'Reviews', isNumber: true, show: ({ review_count }) => review_count },
  { name: 'Compared with others', isNumber: true, show: ({ effect }) => than(effect) },
];

function than(effect: number): string {
  const size = Math.abs(effect).toFixed(2);
  if (size === '0.00') return 'the same';
  return `${size} ${effect > 0 ? 'more' : 'less'}`;
}

function Judges({ fair: { judges } }: { readonly fair: Fair }) {
  const { shown, turning } = useSlices(judges.toSorted((a, b) => b.effect - a.effect));
  return (
    <details>
      <summary>Strict or generous judges</summary>
      <Table
        caption="What judges give, compared with others"
        columns={judgeColumns}
        rows={shown}
        keyOf={({ judge_user_id }) => judge_user_id}
      />
      <Pages {...turning} />
    </details>
  );
}
