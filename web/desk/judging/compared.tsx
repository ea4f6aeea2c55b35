/** The plain and the fair ranking side by side, and how far the fair one can be relied on. */
import { useSignal } from '@preact/signals';
import type { RankingName } from '../../../shared/contract/values.ts';
import { number, percent } from '../../shared/intl.ts';
import { Notice } from '../../shared/notice.tsx';
import { Button } from '../../shared/button.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { isWide, Rows } from '../parts/rows.tsx';
import { Choose } from '../parts/fields.tsx';
import { Pages, useSlices } from '../parts/listing.tsx';
import { fixed } from '../parts/words.ts';
import type { Fair } from './requests.ts';
import { compared, judging } from './texts/en.ts';

type Team = Fair['teams'][number];

const orders = [
  { value: 'plain', name: compared.plainRank },
  { value: 'fair', name: compared.fairRank },
] as const;

export function Compared({ fair }: { readonly fair: Fair }) {
  const order = useSignal<RankingName>('plain');
  const isComparing = useSignal(false);
  const rank = order.value === 'plain' ? plainRank : fairRank(fair);
  const { shown, turning } = useSlices(fair.teams.toSorted((a, b) => rank(a) - rank(b)));
  const isWhole = isWide.value || isComparing.value;
  return (
    <>
      <Connection fair={fair} />
      <p class="quiet small">{compared.explained}</p>
      <div class="row order">
        <Choose label={compared.order} value={order.value} options={orders} onChoose={(by) => (order.value = by)} />
        {!isWide.value && (
          <Button kind="calm" aria-pressed={isComparing.value} onClick={() => (isComparing.value = !isComparing.value)}>
            {compared.compare}
          </Button>
        )}
      </div>
      <Table
        caption={compared.caption}
        columns={[...columnsOf(order.value), ...(isWhole ? restOf(fair, order.value) : [])]}
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

const place: Readonly<Record<RankingName, Column<Team>>> = {
  plain: { name: compared.plainRank, isNumber: true, show: ({ plain_rank }) => plain_rank },
  fair: { name: compared.fairRank, isNumber: true, show: ({ fair_rank }) => fair_rank },
};
const score: Readonly<Record<RankingName, Column<Team>>> = {
  plain: { name: compared.plainScore, isNumber: true, show: ({ plain_score }) => fixed(plain_score, 2) },
  fair: { name: compared.fairScore, isNumber: true, show: (team) => fairScore(team) },
};

/** The ranking that teams are ordered by, and how sure it is. */
const columnsOf = (order: RankingName): readonly Column<Team>[] => [
  place[order],
  { name: judging.team, show: ({ team_name }) => <strong>{team_name}</strong> },
  score[order],
  { name: compared.range, isNumber: true, show: (team) => range(team) },
];

/** The other ranking. */
function restOf({ groups, connected }: Fair, order: RankingName): readonly Column<Team>[] {
  const other = order === 'plain' ? 'fair' : 'plain';
  const groupOf = new Map(groups.flatMap((group, at) => group.map((id) => [id, at + 1] as const)));
  const group: Column<Team> = { name: compared.group, isNumber: true, show: ({ team_id }) => groupOf.get(team_id) };
  return [place[other], score[other], connected ? { name: compared.moved, isNumber: true, show: moved } : group];
}

const fairScore = ({ fair_score, standard_error: error }: Team) =>
  error === null ? fixed(fair_score, 2) : `${fixed(fair_score, 2)} ± ${fixed(error, 2)}`;

const range = ({ rank_low: low, rank_high: high }: Team) => (low === high ? number(low) : compared.ranks(low, high));

function moved({ plain_rank, fair_rank }: Team) {
  const up = plain_rank - fair_rank;
  if (up === 0) return <span class="quiet">{compared.same}</span>;
  return up > 0 ? `↑ ${up}` : `↓ ${-up}`;
}

/** Says plainly what cannot be compared. */
function Connection({ fair: { connected, groups, teams } }: { readonly fair: Fair }) {
  if (connected) return null;
  const names = new Map(teams.map(({ team_id, team_name }) => [team_id, team_name]));
  return (
    <div class="stack" data-testid="not-connected">
      <Notice kind="warn">{compared.notConnected(groups.length)}</Notice>
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
      <summary>{compared.closeCalls(calls.length)}</summary>
      <ul>
        {calls.map(({ team_id, other_team_id, probability }) => (
          <li key={`${team_id} ${other_team_id}`}>
            {compared.closeCall(
              names.get(team_id) ?? '',
              names.get(other_team_id) ?? '',
              percent(Number(probability.toFixed(2))),
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Judge = Fair['judges'][number];
const judgeColumns: readonly Column<Judge>[] = [
  { name: judging.judge, show: ({ name }) => name },
  { name: judging.reviews, isNumber: true, show: ({ review_count }) => review_count },
  { name: compared.comparedWith, isNumber: true, show: ({ effect }) => than(effect) },
];

function than(effect: number): string {
  const size = fixed(Math.abs(effect), 2);
  if (size === fixed(0, 2)) return compared.theSame;
  return effect > 0 ? compared.more(size) : compared.less(size);
}

function Judges({ fair: { judges } }: { readonly fair: Fair }) {
  const { shown, turning } = useSlices(judges.toSorted((a, b) => b.effect - a.effect));
  return (
    <details>
      <summary>{compared.strictness}</summary>
      <Rows
        caption={compared.judges}
        columns={judgeColumns}
        rows={shown}
        keyOf={({ judge_user_id }) => judge_user_id}
      />
      <Pages {...turning} />
    </details>
  );
}
