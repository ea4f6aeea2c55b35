/** Decides a prize: who judges the teams that entered, what came of it, who wins, and when everybody may read it. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { Table, type Column } from '../../../shared/table.tsx';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Form, useTexts } from '../../parts/form.tsx';
import { Shown } from '../../parts/listing.tsx';
import { attempt } from '../../parts/said.tsx';
import { fixed } from '../../parts/words.ts';
import { chooseWinners, planPrize, publishPrize, readPrizeResults, type PlacedTeam, type Prize } from '../requests.ts';
import { decision as words } from './texts/en.ts';

interface Props {
  readonly prize: Prize;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

export function PrizeDecision({ prize, again, onClose }: Props) {
  const results = useLoaded((signal) => readPrizeResults(prize.id, signal), [prize.id]);
  return (
    <Dialog title={words.title(prize.name)} onClose={onClose}>
      {prize.by === 'judges' && <Plan prize={prize} />}
      <h3>{words.results}</h3>
      <Shown of={results}>{(teams) => <Results prize={prize} teams={teams} again={again} />}</Shown>
      <h3>{words.winners}</h3>
      {prize.winners.length === 0 ? (
        <p class="quiet">{prize.by === 'ranking' ? words.best : words.nobody}</p>
      ) : (
        <p>{prize.winners.map(({ team_name }) => team_name).join(', ')}</p>
      )}
      <Careful
        label={words.publish}
        danger={false}
        about={prize.name}
        title={words.publishWho(prize.name)}
        onYes={async () => {
          const done = await attempt(
            () => publishPrize(prize.id),
            ({ winners }) => words.published(winners.map(({ team_name }) => team_name)),
          );
          if (done) await again();
        }}
      >
        {words.publishing}
      </Careful>
    </Dialog>
  );
}

function Plan({ prize }: Pick<Props, 'prize'>) {
  const { texts, field, send } = useTexts({ per_team: '1' });
  const plan = () =>
    send(
      () => planPrize(prize.id, Number(texts.value.per_team)),
      ({ created }) => words.planned(created),
    );
  return (
    <Form onSend={plan}>
      <Field label={words.perTeam} type="number" min={1} max={20} required {...field('per_team')} />
      <div>
        <Button kind="calm" disabled={!online.value}>
          {words.plan}
        </Button>
      </div>
    </Form>
  );
}

const placed: readonly Column<PlacedTeam>[] = [
  { name: words.rank, isNumber: true, show: ({ rank }) => rank },
  { name: words.team, show: ({ team_name }) => team_name },
  { name: words.score, isNumber: true, show: ({ score }) => fixed(score, 2) },
  { name: words.fair, isNumber: true, show: ({ fair }) => (fair === undefined ? '–' : fixed(fair, 2)) },
];

interface Listing extends Pick<Props, 'prize' | 'again'> {
  readonly teams: readonly PlacedTeam[];
}
function Results({ prize, teams, again }: Listing) {
  const isBusy = useSignal(false);
  const wins = (id: string) => prize.winners.some(({ team_id }) => team_id === id);
  const choose = async ({ team_id, team_name }: PlacedTeam) => {
    if (isBusy.value) return;
    isBusy.value = true;
    const others = prize.winners.map((winner) => winner.team_id).filter((id) => id !== team_id);
    const wanted = wins(team_id) ? others : [...others, team_id];
    const done = await attempt(
      () => chooseWinners(prize.id, wanted),
      wins(team_id) ? words.isOut(team_name) : words.isIn(team_name),
    );
    if (done) await again();
    isBusy.value = false;
  };
  if (teams.length === 0) return <Empty>{words.noResult[prize.by]}</Empty>;
  const columns: readonly Column<PlacedTeam>[] = [
    ...placed,
    {
      name: words.wins,
      show: (team) => (
        <input
          type="checkbox"
          aria-label={words.teamWins(team.team_name)}
          checked={wins(team.team_id)}
          disabled={!online.value}
          onChange={() => void choose(team)}
          data-testid="prize-winner"
        />
      ),
    },
  ];
  return <Table caption={words.caption} columns={columns} rows={teams} keyOf={({ team_id }) => team_id} />;
}
