/** How the network behaves while somebody takes a step on a page. */
import { expect } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { isOnline } from './door.ts';
import type { Visitor } from './visitor.ts';

export interface Step {
  /** Types before the press. */
  readonly type?: () => Promise<unknown>;
  readonly press: Locator;
  /** Shown by the page once the service has it. */
  readonly done: Locator;
  /** The write that it is. */
  readonly path: RegExp;
  /** When it has to be pressed again; otherwise the page goes on by itself as soon as the network is back. */
  readonly again?: 'after offline' | 'always';
}
export type Weather = (visitor: Visitor, step: Step) => Promise<void>;

export const calm: Weather = async (_, { type, press, done }) => {
  await type?.();
  await press.click();
  await done.waitFor();
};

/** The network is away while somebody types and presses. A write that cannot wait on the device must have its button disabled. */
export const offline: Weather = async (visitor, { type, press, done, again }) => {
  const { page } = visitor;
  await visitor.goOffline();
  await isOnline(page, false);
  await type?.();
  if (await press.isEnabled()) {
    // A write that can wait on the device need not be tried before the network is back.
    const failed = again && page.waitForEvent('requestfailed', (request) => request.method() !== 'GET');
    await press.click();
    await failed;
  }
  await isOnline(page, false);
  expect(await done.isVisible()).toBe(false);
  await visitor.goOnline();
  // A request that was under way when the network went may have come through by itself.
  if (again) await Promise.race([press.click(), done.waitFor()]);
  await done.waitFor();
};

/** The service has it, but its answer is lost on the way. */
export const lossy: Weather = async (visitor, { type, press, done, path, again }) => {
  const { page } = visitor;
  await type?.();
  await visitor.loseAnswer(path);
  const lost = page.waitForEvent('requestfailed', (request) => path.test(new URL(request.url()).pathname));
  await press.click();
  await lost;
  // The browser tells of a network that is back, which the page would find out by itself a few seconds later.
  await visitor.goOffline();
  await visitor.goOnline();
  if (again === 'always') await press.click();
  await done.waitFor();
};
