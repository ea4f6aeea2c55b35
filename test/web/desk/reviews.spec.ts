import { beforeEach, expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { says, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Reviews at the desk', (hall) => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await setScene(hall);
  });

  /** People who applied to the AI track and answered why, in this order. */
  async function apply(...names: string[]) {
    const { rows } = hall.world;
    const [field] = await rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label)
      values (${scene.hack.id}, 'textarea', 'Why come?') returning id`;
    const ids: string[] = [];
    for (const name of names) {
      const person = await hall.world.person({ name });
      const { parent } = await hall.world.registered(person, scene.tracks.ai, 'pending');
      const answers = JSON.stringify({ [field?.id ?? '']: `${name} likes bees` });
      await rows`update registrations.super_event_registration set answers_json = ${answers} where id = ${parent.id}`;
      ids.push(parent.id);
    }
    return ids;
  }
  const reviewsOf = async (id: string | undefined) =>
    (await scene.api.get(`/super-event-registrations/${id}/reviews`)).body.data.reviews.map(
      ({ score, note }: { score: number; note: string | null }) => [score, note],
    );

  it('are given with the keyboard alone, with a note, and changed', async () => {
    const [ada, bob] = await apply('Ada', 'Bob');
    const visitor = await scene.sit('reviews');
    const { page } = visitor;
    const card = page.getByTestId('review-card');
    /** A card takes keys from the moment on that its heading has the focus. */
    const reads = async (answer: string) => {
      await card.getByText(answer).waitFor();
      await card.locator('h2:focus').waitFor();
    };
    await reads('Ada likes bees');
    await page.keyboard.press('n');
    await page.keyboard.type('Has 5 hives.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('4');
    await reads('Bob likes bees');
    await page.getByRole('button', { name: 'Change it' }).focus();
    await page.keyboard.press('Enter');
    await reads('Ada likes bees');
    expect(await page.getByLabel('Note').inputValue()).toBe('Has 5 hives.');
    await page.keyboard.press('5');
    await reads('Bob likes bees');
    await page.keyboard.press('2');
    await page.getByText('You have reviewed every application').waitFor();
    expect([await reviewsOf(ada), await reviewsOf(bob)]).toEqual([[[5, 'Has 5 hives.']], [[2, null]]]);
    await says(visitor, 'reviews-done', '2');
    await page
      .getByTestId('reviewer-row')
      .getByText(scene.olga.name ?? '')
      .waitFor();
    await page.getByText('How sure the order is cannot be told yet').waitFor();
    await visitor.open(`/desk#/${scene.hack.slug}/people/${ada}`);
    await page.getByRole('dialog').getByText('Has 5 hives.').waitFor();
    await visitor.leave();
  });

  it('do not show who it is where they are blind, on the narrowest phone, and axe finds nothing', async () => {
    await hall.world.rows`
      update events.super_event set config_json = '{"reviews": {"blind": true}}' where id = ${scene.hack.id}`;
    const [ada] = await apply('Ada');
    const visitor = await scene.sit('reviews', narrow);
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Application' }).waitFor();
    await page.getByText('are hidden while you review').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('review-score-3').click();
    await page.getByText('You have reviewed every application').waitFor();
    expect(await reviewsOf(ada)).toEqual([[3, null]]);
    await visitor.leave();
  });
});
