/** A hackathon with two tracks, and who organizes it, signed in at the desk. */
import type { BrowserContextOptions, Locator } from 'playwright-core';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { memberWithPassword } from '../../support/sign-in.ts';
import type { Hall } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';

export interface Scene {
  readonly acme: Organization;
  readonly hack: SuperEvent;
  readonly tracks: { readonly ai: Track; readonly web: Track };
  readonly olga: Person;
  /** With the key of the organizer. */
  readonly api: Client;
  /** Opens a view of the desk in a browser in which the organizer has signed in before, in the zone of the hackathon. */
  sit(view: string, options?: BrowserContextOptions): Promise<Visitor>;
}

export async function setScene({ world, visit, arrive }: Hall, columns: Record<string, unknown> = {}): Promise<Scene> {
  const acme = await world.organization({ name: 'Acme' });
  const olga = await memberWithPassword(world, acme, 'OWNER');
  const hack = await world.superEvent(acme, { name: 'Spring Hack', tz: 'Europe/Berlin', ...columns });
  const tracks = { ai: await world.track(hack, { name: 'AI' }), web: await world.track(hack, { name: 'Web' }) };
  const sit = async (view: string, options: BrowserContextOptions = {}) => {
    const visitor = await visit({ timezoneId: 'Europe/Berlin', ...options });
    await arrive(visitor, olga, `/desk#/${hack.slug}/${view}`);
    return visitor;
  };
  return { ...{ acme, hack, tracks, olga, sit }, api: world.as(olga, acme) };
}

/** The row of a table in which this stands. */
export const rowOf = ({ page }: Visitor, testId: string, text: string): Locator =>
  page.getByTestId(testId).filter({ hasText: text });

/** Waits until what has this test id says exactly this. */
export const says = ({ page }: Visitor, testId: string, text: string): Promise<void> =>
  page
    .getByTestId(testId)
    .and(page.getByText(text, { exact: true }))
    .waitFor();
