import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { inBrowser } from './in-browser.ts';
import { handedIn, panel, teamIn } from './panel.ts';

const video = 'https://video.example.org/watch?v=1';
const code = `https://www.example.org/${'long-'.repeat(30)}code`;

inBrowser('A judge of a team that has handed in', (hall) => {
  it('reads its project above the criteria, online and without a network; links open beside', async () => {
    const { judge, first, assignments, criteria } = await panel(hall.world, 2);
    await handedIn(hall.world, first.id, {
      title: 'Pollen map',
      description: `Shows where bees starve.\n\n${'Unbreakable'.repeat(20)}`,
      links: [code, 'https://example.org/slides'],
      video_url: video,
      built_with: ['Rust', 'Postgres'],
      answers_json: {
        Pitch: 'Ten minutes',
        Demo: 'https://demo.example.org/',
        Platforms: ['web', 'phone'],
        Beta: false,
      },
      late_by_ms: 2_400,
    });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).waitFor();
    await visitor.isKept('/judge');

    const project = page.getByTestId('judge-project');
    const isWhole = async () => {
      await project.getByRole('heading', { name: 'Pollen map' }).waitFor();
      const text = await project.innerText();
      for (const part of [
        'Shows where bees starve.',
        'Rust, Postgres',
        'Ten minutes',
        'web, phone',
        'No',
        '3 seconds after',
      ])
        expect(text).toContain(part);
      const links = project.getByRole('link');
      const opened = await links.evaluateAll((all) =>
        all.map((a) => ['href', 'target', 'rel'].map((name) => a.getAttribute(name))),
      );
      const beside = ['_blank', 'noopener noreferrer'];
      const expected = [video, code, 'https://example.org/slides', 'https://demo.example.org/'];
      expect(new Set(opened)).toEqual(new Set(expected.map((address) => [address, ...beside])));
      const [above, below] = [project, page.getByTestId(`score-${criteria[0].id}`)].map((one) => one.boundingBox());
      expect((await above)?.y).toBeLessThan((await below)?.y ?? 0);
      expect(await visitor.fits()).toBe(true);
    };

    await visitor.goOffline();
    await teamIn(page, first.team).click();
    await isWhole();
    await page.reload();
    await page.locator('[data-testid=online][data-online=false]').waitFor();
    await isWhole();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('heading', { name: assignments[1]?.team ?? '' }).waitFor();
    expect(await project.innerText()).toBe('This team has handed in no project yet.');

    await visitor.goOnline();
    await page.getByRole('link', { name: 'Previous' }).click();
    await isWhole();
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('reads what a team has handed in meanwhile, and follows only addresses of the web', async () => {
    const { judge, first } = await panel(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    const project = page.getByTestId('judge-project');
    await project.getByText('This team has handed in no project yet.').waitFor();
    await handedIn(hall.world, first.id, { title: 'Bee map', links: ['javascript:alert(1)'] });
    await page.reload();
    await project.getByRole('heading', { name: 'Bee map' }).waitFor();
    await project.getByText('javascript:alert(1)').waitFor();
    expect(await project.getByRole('link').count()).toBe(0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });
});
