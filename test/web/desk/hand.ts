/** Hands that use a page, by the pointer or by the keyboard alone, and count what they do. */
import type { Locator, Page } from 'playwright-core';

export interface Hand {
  press(what: Locator): Promise<void>;
  /** Writes a text in a field, in the place of the one that stands there. */
  write(field: Locator, text: string): Promise<void>;
  /** Writes a time, such as `2030-03-09T09:00`, in a field of the browser for it. */
  writeTime(field: Locator, time: string): Promise<void>;
  choose(field: Locator, option: string): Promise<void>;
  readonly done: Readonly<Effort>;
}

export interface Effort {
  clicks: number;
  keys: number;
  /** Things that somebody thinks of before doing them. */
  thoughts: number;
}

/**
 * Seconds that a practised person takes, by the keystroke-level model (Card, Moran and Newell, 1980): 0.28 for a key, of somebody
 * who types 40 words a minute; 1.1 to point and 0.2 to click; 0.4 to move the hand to the keyboard or back; 1.35 to think of it.
 */
export const secondsOf = ({ clicks, keys, thoughts }: Effort): number =>
  clicks * (1.1 + 0.2) + keys * 0.28 + thoughts * (1.35 + 0.4);

/** Types the digits of a time in the order in which an American browser asks for them. */
async function typeTime({ keyboard }: Page, time: string): Promise<number> {
  const [, year = '', month = '', day = '', hour = '', minute = ''] = /(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(time) ?? [];
  const half = Number(hour) < 12 ? 'A' : 'P';
  const onClock = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0');
  await keyboard.type(`${month}${day}${year}`);
  // A year may have six digits.
  await keyboard.press('ArrowRight');
  await keyboard.type(`${onClock}${minute}${half}`);
  return 14;
}

export function pointer(page: Page): Hand {
  const done = { clicks: 0, keys: 0, thoughts: 0 };
  const click = async (what: Locator, where = {}) => {
    await what.click(where);
    done.clicks++;
  };
  return {
    done,
    async press(what) {
      done.thoughts++;
      await click(what);
    },
    async write(field, text) {
      done.thoughts++;
      await click(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      done.keys += text.length + 2;
    },
    async writeTime(field, time) {
      done.thoughts++;
      // Where the month stands.
      await click(field, { position: { x: 14, y: 20 } });
      done.keys += await typeTime(page, time);
    },
    async choose(field, option) {
      done.thoughts++;
      await field.selectOption(option);
      // One opens the choices, one takes one of them.
      done.clicks += 2;
    },
  };
}

/** A `select` of the page. */
interface Choices {
  readonly options: Iterable<{ readonly label: string }>;
  readonly selectedIndex: number;
}

/** More stops than any page of the desk has. */
const stopsAtMost = 200;

export function keyboardAlone(page: Page): Hand {
  const done = { clicks: 0, keys: 0, thoughts: 0 };
  const key = async (name: string) => {
    await page.keyboard.press(name);
    done.keys++;
  };
  /** Whether the focus is there, and if not, whether it is behind. */
  const seek = (what: Locator): Promise<'here' | 'before' | 'behind'> =>
    what.evaluate((element) => {
      const focused = element.ownerDocument.activeElement;
      if (focused === element) return 'here';
      const isBehind = (focused?.compareDocumentPosition(element) ?? 0) & element.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? 'behind' : 'before';
    });
  const reach = async (what: Locator) => {
    done.thoughts++;
    for (let stops = 0; stops < stopsAtMost; stops++) {
      const where = await seek(what);
      if (where === 'here') return;
      await key(where === 'behind' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`The keyboard does not reach ${what.toString()}.`);
  };
  return {
    done,
    async press(what) {
      await reach(what);
      const isBox = await what.evaluate((element) => element.matches('[type="checkbox"]'));
      await key(isBox ? 'Space' : 'Enter');
    },
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      done.keys += text.length + 2;
    },
    async writeTime(field, time) {
      await reach(field);
      done.keys += await typeTime(page, time);
    },
    async choose(field, option) {
      await reach(field);
      const steps = await field.evaluate((element, wanted) => {
        const { options, selectedIndex } = element as unknown as Choices;
        return [...options].findIndex(({ label }) => label === wanted) - selectedIndex;
      }, option);
      for (let step = 0; step < Math.abs(steps); step++) await key(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    },
  };
}
