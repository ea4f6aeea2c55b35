import { describe, expect, it } from '@jest/globals';
import { cleanFilename } from '../../services/registrations/files/filename.ts';

describe('The name of a file', () => {
  it.each([
    ['is kept', 'cv.pdf', 'cv.pdf'],
    ['loses its path', 'C:\\temp\\../cv.pdf', 'cv.pdf'],
    ['loses blanks and dots around it', ' .. cv.pdf. ', 'cv.pdf'],
    ['keeps blanks inside', 'my cv.pdf', 'my cv.pdf'],
    ['is made up where nothing is left', ' . ', 'file'],
    ['is cut, but keeps its ending', `${'x'.repeat(5_000)}.pdf`, `${'x'.repeat(243)}.pdf`],
    ['is cut between characters', '👩'.repeat(5_000), '👩'.repeat(247)],
  ])('%s', (_what, given, clean) => {
    expect(cleanFilename(given)).toBe(clean);
  });

  it('is read in linear time: half a million blanks are no work', () => {
    const blanks = ' '.repeat(500_000);
    expect(cleanFilename(`${blanks}cv.pdf${blanks}`)).toBe('cv.pdf');
    expect(cleanFilename(`a${blanks}b.pdf`)).toHaveLength(247);
  });
});
