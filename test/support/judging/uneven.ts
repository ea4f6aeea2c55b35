/** A track whose judges differ, so that the plain ranking and the fair one do. */
import type { Person } from '../client.ts';
import type { Host } from './contest.ts';

/** Ranks five teams. Dogs have the higher mean, for the strict judge saw bears and not them. Ada is in the bears. */
export async function judgeUnevenly(host: Host) {
  const contest = await host.contest();
  const [strict, mild, usual] = [
    await contest.judge({ name: 'Severine' }),
    await contest.judge({ name: 'Clement' }),
    await contest.judge({ name: 'Norma' }),
  ];
  const ada = await host.world.person();
  await host.world.registered(ada, contest.track);
  const bears = await contest.team('bears', [ada]);
  const others: Record<string, { id: string }> = {};
  for (const name of ['foxes', 'owls', 'cats', 'dogs']) others[name] = await contest.team(name);
  const give = async (judge: Person, marks: Record<string, number>) => {
    for (const [name, value] of Object.entries(marks)) {
      const comment = 'For organizers';
      const given = { value, comment, feedback: name === 'bears' ? 'Well done.' : null };
      await contest.judged(others[name] ?? bears, [given], { judge });
    }
  };
  await give(strict, { foxes: 5, owls: 4, bears: 3, cats: 2 });
  await give(mild, { owls: 8, bears: 7, cats: 6, dogs: 6.5 });
  await give(usual, { foxes: 7, dogs: 4.5, cats: 4, owls: 6 });
  await contest.calculate();
  const { teams } = (await host.api.get(`/events/${contest.track.id}/results/fair`)).body.data;
  const fair = teams.find((team: any) => team.team_id === bears.id);
  const resultOf = async (by = host.world.as(ada, host.acme)) => (await by.get(`/teams/${bears.id}/results`)).body.data;
  return { contest, bears, ada, fair, teams, resultOf, usual };
}
