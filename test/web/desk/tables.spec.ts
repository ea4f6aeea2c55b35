import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { asksFor } from '../../support/files.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { setScene, type Scene } from './at-the-desk.ts';

inBrowser('Tables at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  afterEach(() => visitor.leave());

  it('save who takes part, and count what they answered', async () => {
    const { world } = hall;
    const [question] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, options)
      values (${scene.hack.id}, 'select', 'Lunch', '["Vegan", "Fish"]') returning id`;
    const id = question?.id ?? '';
    for (const [name, lunch, status] of [
      ['Ada', 'Vegan', 'accepted'],
      ['Bob', 'Fish', 'rejected'],
    ] as const) {
      const { parent } = await world.registered(await world.person({ name }), scene.tracks.ai, status);
      await world.rows`
        update registrations.super_event_registration set answers_json = ${JSON.stringify({ [id]: lunch })}::jsonb
         where id = ${parent.id}`;
    }
    visitor = await scene.sit('tables', { viewport: { width: 320, height: 700 } });
    const { page } = visitor;
    const counts = page.getByTestId(`counts-${id}`);
    await counts.getByText('1 of 1 person answered.').waitFor();
    expect(await counts.locator('dl').innerText()).toMatch(/Vegan\s+1\s+Fish\s+0/);
    await page.getByLabel('Status').selectOption('All');
    await counts.getByText('2 of 2 people answered.').waitFor();

    // Come back to, it shows at once what it had.
    await visitor.open(`/desk#/${scene.hack.slug}/teams`);
    await page.getByTestId('tables-number').waitFor();
    await visitor.open(`/desk#/${scene.hack.slug}/tables`);
    await counts.getByText('1 of 1 person answered.').waitFor();
    await page.getByLabel('Status').selectOption('All');

    const saved = page.waitForEvent('download');
    await page.getByTestId('export-csv').click();
    expect((await saved).suggestedFilename()).toBe(`${scene.hack.slug}-registrations.csv`);
    const agreed = await asksFor(world, scene.hack, { field_type: 'checkbox' });
    await asksFor(world, scene.hack);
    await page.reload();
    await page.getByLabel('Status').selectOption('All');
    await page.getByLabel('Only of those who ticked').selectOption(agreed);
    const zip = page.waitForEvent('download');
    await page.getByTestId('export-files').click();
    expect((await zip).suggestedFilename()).toBe(`${scene.hack.slug}-files.zip`);
    expect(await visitor.fits()).toBe(true);
    const onPaper = page.getByText('Spring Hack · everybody');
    expect(await onPaper.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect([await onPaper.isVisible(), await page.getByTestId('export-csv').isVisible()]).toEqual([true, false]);
    await counts.waitFor();
    await page.emulateMedia({ media: null });
    expect(await visitor.barriers()).toEqual([]);
  });
});
