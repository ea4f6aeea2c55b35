/** D1: decisions about all applicants in one evening. */
import { createClient } from '../../clients/typescript/src/index.ts';
import { asInTheImage, calmDown, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { median, ms, notMeasured, timed, type Case } from '../measure.ts';

const [people, decided, withinMs, rounds] = [2_000, 500, 3_000, 3] as const;
const about = {
  id: 'D1',
  what: `decide about ${decided} of ${people} people at once, and take it back`,
  goal: `< ${withinMs / 1_000} s`,
};

export const decisions: Case = {
  ids: ['D1'],
  async run() {
    if (!hasNatsServer) return [notMeasured(about.id, about.what, about.goal, noBus)];
    return onGround(async (ground) => {
      const { client, slug } = await open(ground);
      const [accepting, undoing]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const filter = { status: 'pending' as const, limit: decided };
        let id = '';
        const accept = async () =>
          void ({ id } = await client.registrations.decide({ slug, status: 'accepted', filter }));
        accepting.push(await timed(accept));
        undoing.push(await timed(() => client.registrations.undo({ id })));
      }
      const longest = Math.max(...accepting);
      const figure = `${ms(median(accepting))}, ${ms(longest)} at most; taken back in ${ms(median(undoing))}`;
      return [{ ...about, figure, met: longest < withinMs }];
    });
  },
};

async function open({ cluster, fixtures, rows }: Ground) {
  const rest = 'identity,organizations,events,mail';
  const [gateway] = await Promise.all(
    ['gateway', 'registrations', 'teams', rest].map((services) =>
      cluster.start(services, { ...asInTheImage, RATE_LIMIT: 'off', MAIL_KEY: 'opens what is sealed for the letters' }),
    ),
  );
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization, { max_participants: people, confirm_within_hours: 48 });
  const track = await fixtures.track(hack);
  await rows`
    with person as (
      insert into identity.person (name, email, email_confirmed_at)
      select 'Guest ' || n, 'guest-' || n || '@bench.example', now() from generate_series(1, ${people}::int) n returning id
    ), parent as (
      insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
      select ${organization.id}, ${hack.id}, id, 'pending' from person returning id, user_id)
    insert into registrations.registration
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, evaluation_score)
    select ${organization.id}, ${hack.id}, ${track.id}, id, user_id, 'pending', random() from parent`;
  await calmDown(rows);
  const apiKey = await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization);
  return { client: createClient({ url: `http://127.0.0.1:${gateway?.port}`, apiKey }), slug: hack.slug };
}
