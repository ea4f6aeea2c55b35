/** Addresses that are broken on their way, as by an email or by hand: each ends in a page that says what to do. */
import { it } from '@jest/globals';
import { setScene } from './desk/at-the-desk.ts';
import { inBrowser } from './in-browser.ts';

/** Not valid percent-encoding, and the name of what every object has. */
const broken = ['%', '%E0%A4%A', '__proto__'];

inBrowser('A broken address', (hall) => {
  it.each(broken)('of a page for anybody says where it leads nowhere: %s', async (part) => {
    const visitor = await hall.visit();
    const { page } = visitor;
    visitor.expectRefusal(404, /./);
    for (const [path, says] of [
      ['/apply/', 'There is nothing here'],
      ['/projects/', 'There are no projects to see here'],
      ['/expo/', 'There are no projects to see here'],
      ['/unsubscribe/', 'This link leads nowhere'],
      ['/signin#refused=', 'Please begin once more'],
    ] as const) {
      await visitor.open(`${path}${part}`);
      await page.getByText(says).waitFor();
    }
    await visitor.leave();
  });

  it('of a page for people who are signed in keeps the page, and says what is unknown', async () => {
    const { hack, olga } = await setScene(hall);
    const visitor = await hall.visit();
    await hall.arrive(visitor, olga, '/me');
    const { page } = visitor;
    visitor.expectRefusal(404, /./);
    for (const part of broken)
      for (const [path, says] of [
        [`/desk#/${part}/people`, 'This hackathon is not among yours'],
        [`/desk#/${hack.slug}/people/${part}`, 'Nobody in this hackathon is found here'],
        [`/desk#/${hack.slug}/judging/${part}/${part}`, 'Add the first criterion'],
        [`/badges/${part}`, 'There is nothing here'],
      ] as const) {
        // An address of the same page would change its fragment alone.
        await page.goto('about:blank');
        await visitor.open(path);
        await page.getByText(says).waitFor();
      }
    await visitor.leave();
  });
});
