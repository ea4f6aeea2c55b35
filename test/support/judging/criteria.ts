/** An organization whose owner gives its tracks criteria over HTTP. */
import { expect } from '@jest/globals';
import type { Answer, Client } from '../client.ts';
import type { Organization, Track } from '../fixtures.ts';
import { openWorld, type World } from '../world.ts';

export const impact = { name: 'Impact', description: 'Whom it helps', weight: 0.6, order_index: 2 };

type Named = Pick<Track, 'id'>;

export class Criteria {
  readonly world: World;
  readonly acme: Organization;
  readonly olga: Client;

  constructor(world: World, acme: Organization, olga: Client) {
    this.world = world;
    this.acme = acme;
    this.olga = olga;
  }

  track = async (): Promise<Track> => this.world.track(await this.world.superEvent(this.acme));

  create = (track: Named, body: object = impact, extras: { headers?: Record<string, string> } = {}): Promise<Answer> =>
    this.olga.post(`/events/${track.id}/criteria`, body, extras);

  list = async (track: Named) => (await this.olga.get(`/events/${track.id}/criteria`)).body.data;

  /** A criterion on a track of its own. */
  async made(body: object = impact) {
    const track = await this.track();
    const { criterion } = (await this.create(track, body)).body.data;
    return { track, criterion, id: criterion.id as string, path: `/criteria/${criterion.id}` };
  }

  /** As the track's total says, which is what its criteria weigh. */
  async total(track: Named): Promise<number> {
    const [row] = await this.world.rows<{ total: string; sum: string }>`
      select coalesce((select total from judging.weight_total where event_id = ${track.id}), 0) as total,
             (select coalesce(sum(weight), 0) from judging.criterion where event_id = ${track.id}) as sum`;
    expect(row?.total).toBe(row?.sum);
    return Number(row?.total);
  }

  audit = (track: Named, action: string) => this.world.rows`
    select ids, before, after from judging.audit
     where ids->>'event_id' = ${track.id} and action = ${action} order by after->'order_index'`;
}

export async function openCriteria(): Promise<Criteria> {
  const world = await openWorld();
  const acme = await world.organization();
  return new Criteria(world, acme, world.as(await world.member(acme, 'OWNER'), acme));
}
