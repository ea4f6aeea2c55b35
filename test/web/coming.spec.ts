import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { decidingIn } from '../support/deciding.ts';
import { inBrowser } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

inBrowser('A place that nobody confirms', (hall) => {
  const { hackathon, guests, pass } = decidingIn(() => hall.world);

  /** Waits until the desk says how many are accepted, confirmed, waiting and lapsed. */
  const counted = ({ page }: Visitor, numbers: readonly number[]) =>
    page
      .getByTestId('forecast')
      .getByText(`Accepted${numbers[0]}Confirmed${numbers[1]}Waiting${numbers[2]}Lapsed${numbers[3]}`)
      .waitFor();

  it('goes to the next of the waiting list, and all who look at it see that', async () => {
    const scene = await hackathon({ max_participants: 1, waitlist_moves: true, confirm_within_hours: 48 });
    const [ada] = await guests(scene.ai, [2]);
    const [bob] = await guests(scene.ai, [1], 'waitlisted');
    await scene.decide({ status: 'accepted', ids: [ada!.id], letters: false });

    const [desk, hers, his] = [await hall.visit(), await hall.visit(narrow), await hall.visit(narrow)];
    await hall.arrive(desk, scene.owner, `/desk#/${scene.hack.slug}/people`);
    await hall.arrive(hers, ada!.person, '/me');
    await hall.arrive(his, bob!.person, '/me');
    await counted(desk, [1, 0, 1, 0]);
    await hers.page.getByText('Confirm before').waitFor();
    await his.shows('Waiting list');

    await pass([ada!], 25);
    const reminder = await hall.world.nextMailTo(ada!.person.email);
    expect(reminder.subject).toBe('Please confirm: Spring Hack');
    expect(reminder.links.map((link) => new URL(link).pathname)).toContain('/me');

    await pass([ada!], 24);
    await counted(desk, [1, 0, 1, 1]);
    await hers.page.getByText('You did not confirm your place in time').waitFor();
    await hers.shows('Waiting list');
    expect([await hers.fits(), await hers.barriers()]).toEqual([true, []]);
    await his.page.getByTestId('me-confirm').click();
    await his.page.getByText('You have confirmed that you will come.').waitFor();
    await counted(desk, [1, 1, 1, 1]);
    await desk.page.getByText('About 1 will come').waitFor();

    await his.page.getByTestId('me-give-up').click();
    await his.page.getByRole('dialog').getByRole('button', { name: 'Give up my place' }).click();
    await his.shows('Cancelled');
    await hers.page.getByTestId('me-confirm').click();
    await hers.page.getByText('You have confirmed that you will come.').waitFor();
    await hers.page.getByTestId('me-status').getByText('You are in').waitFor();
    await counted(desk, [1, 1, 0, 0]);
    for (const visitor of [desk, hers, his]) await visitor.leave();
  });
});
