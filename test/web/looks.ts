/** Checks of every state of every page: in both themes, on the narrowest phone, and at twice the size. */
import { expect } from '@jest/globals';
import type { Visitor } from './visitor.ts';

const usual = { width: 1280, height: 800 };
const narrowest = { width: 320, height: 640 };
/** The viewport of 1,280 pixels at 200 %. */
const zoomed = { width: 640, height: 400 };

/** Holds a state that a page is in against all of it. @param state Names it where something is wrong. */
export async function looksRight(visitor: Visitor, state: string): Promise<void> {
  const { page } = visitor;
  const wrong: string[] = [];
  const note = async (how: string, findings: Promise<readonly string[]>) =>
    wrong.push(...(await findings).map((finding) => `${how}: ${finding}`));
  const width = async () => ((await visitor.fits()) ? [] : ['wider than the screen']);
  await page.emulateMedia({ colorScheme: 'light' });
  await note('light', visitor.barriers());
  await page.setViewportSize(zoomed);
  await note('at 200 %', width());
  await page.setViewportSize(narrowest);
  await page.emulateMedia({ colorScheme: 'dark' });
  await note('at 320 pixels', width());
  await note('dark', visitor.barriers());
  await page.setViewportSize(usual);
  expect({ state, wrong }).toEqual({ state, wrong: [] });
}
