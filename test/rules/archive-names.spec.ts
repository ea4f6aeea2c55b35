import { describe, expect, it } from '@jest/globals';
import { namesInArchive } from '../../services/registrations/files/filename.ts';
import { processorMs } from '../support/clock.ts';

const named = (...files: [name: string, filename: string][]) =>
  namesInArchive(files.map(([name, filename]) => ({ name, filename })));

describe('The name of a file in a zip', () => {
  it.each([
    ['says whose it is', 'Ada Lovelace', 'cv.pdf', 'Ada Lovelace - cv.pdf'],
    ['leads out of no directory', '../../etc', '..\\..\\passwd', 'etc - passwd'],
    ['is no path in the name of a person', 'Ada/Bob\\Cy', 'cv.pdf', 'Ada Bob Cy - cv.pdf'],
    ['is not absolute', '/', '/etc/passwd', 'file - passwd'],
    [
      'has nothing that controls a terminal or hides an ending',
      'A\u001b[2Jda\u0000',
      'fdp.\u202ecv.exe',
      'A[2Jda - fdp.cv.exe',
    ],
    ['is no device of Windows', 'con.x', 'cv.pdf', '_con.x - cv.pdf'],
    ['may begin like a device', 'Conny', 'cv.pdf', 'Conny - cv.pdf'],
    [
      'is short enough for any disk, and keeps its ending',
      '中'.repeat(200),
      `${'👩'.repeat(200)}.pdf`,
      `${'中'.repeat(33)} - ${'👩'.repeat(25)}.pdf`,
    ],
  ])('%s', (_what, name, filename, path) => {
    expect(named([name, filename])).toEqual([path]);
  });

  it('is there once, whatever the case and the composition of its letters', () => {
    expect(named(['Zoë', 'cv.pdf'], ['ZOE\u0308', 'CV.PDF'], ['zoë', 'cv.pdf'], ['Zoë', 'cv (2).pdf'])).toEqual([
      'Zoë - cv.pdf',
      'ZOË - CV (2).PDF',
      'zoë - cv (3).pdf',
      'Zoë - cv (2) (2).pdf',
    ]);
  });

  it('is found in linear time: ten thousand people of one name are no work', async () => {
    let names: string[] = [];
    const everybody = Array.from({ length: 10_000 }, () => ({ name: 'Ada', filename: 'cv.pdf' }));
    expect(await processorMs(() => (names = namesInArchive(everybody)))).toBeLessThan(2_000);
    expect(new Set(names).size).toBe(10_000);
  });
});
