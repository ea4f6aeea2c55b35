/** A hackathon with a door, and what people do at its kiosk. */
import type { Page } from 'playwright-core';
import type { World } from '../support/world.ts';

export type DoorScene = Awaited<ReturnType<typeof doorScene>>;

/** An organizer, a hackathon with a track, and a point of that track. */
export async function doorScene(world: World, point: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const door = await world.point(track, { name: 'Main entrance', ...point });
  const olga = world.as(await world.member(acme, 'OWNER'), acme);
  return {
    ...{ acme, hack, track, door, olga },
    async guest(name: string) {
      const person = await world.person({ name });
      return { person, ...(await world.registered(person, track)) };
    },
    /** Adds a device. Returns its id, and the path that pairs it. */
    async device(kind: 'kiosk' | 'board' = 'kiosk', options: Record<string, unknown> = {}) {
      const body = { kind, name: `The ${kind}`, super_event_id: hack.id, ...options };
      const { data } = (await olga.post(`/organizations/${acme.id}/devices`, body)).body;
      return { id: data.device.id as string, path: `/${kind}#${data.pairing.code}` };
    },
    /** The people who were recorded, and when, the earliest first. */
    records: () => world.rows<{ registration_id: string; checked_in_at: Date }>`
      select registration_id, checked_in_at from check_in.record where point_id = ${door.id} order by checked_in_at`,
  };
}

export const typing = (page: Page) => page.getByTestId('token-input');

/** Types a code, as people do. */
export async function type(page: Page, token: string): Promise<void> {
  await typing(page).fill(token);
  await typing(page).press('Enter');
}

/** Waits for a verdict of this kind. Returns whose it is. */
export async function verdict(page: Page, kind: string): Promise<string | null> {
  await page.locator(`[data-testid=verdict][data-kind=${kind}]`).waitFor();
  return page.getByTestId('verdict-name').textContent();
}

/** Waits until the kiosk tells that so many scans wait. */
export const waiting = (page: Page, count: number) =>
  page
    .getByTestId('queue-count')
    .filter({ hasText: new RegExp(`^${count}$`) })
    .waitFor();

export const isOnline = (page: Page, online: boolean) =>
  page.locator(`[data-testid=online][data-online=${online}]`).waitFor();
