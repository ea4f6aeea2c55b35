import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { colours, gradient } from '../../services/mail/layout.ts';

const style = readFileSync('web/shared/style.css', 'utf8');
const [day = '', night = ''] = style.split('prefers-color-scheme: dark');
const tokensIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));

it('Letters have the colours of the pages, by day and by night', () => {
  expect(tokensIn(day)).toMatchObject({ ...colours.light, gradient });
  expect(tokensIn(night)).toMatchObject(colours.dark);
});

it('The sign has the gradient', () => {
  const icon = readFileSync('web/shared/icon.svg', 'utf8');
  expect([...icon.matchAll(/stop-color="(#\w+)"/g)].map(([, colour]) => colour)).toEqual(gradient.match(/#\w{6}/g));
});
