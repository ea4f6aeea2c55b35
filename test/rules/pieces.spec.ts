import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Assembly, cut } from '../../shared/bus/pieces.ts';

const answer = (size: number, letter = 'x') => Buffer.from(`{"data":"${letter.repeat(size)}"}`);

describe('An answer in pieces', () => {
  it('is the same when it is put together, and no piece is larger than a message', () => {
    const sizes = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 26, max: 2_000 }));
    fc.assert(
      fc.property(sizes, ([size, room]) => {
        const assembly = new Assembly();
        const pieces = cut(answer(size), room);
        const wholes = pieces.map((piece) => assembly.take(piece));
        expect(pieces.every(({ length }) => length <= room)).toBe(true);
        expect(wholes.slice(0, -1).every((whole) => whole === undefined)).toBe(true);
        expect(wholes.at(-1)).toEqual(answer(size));
      }),
    );
  });

  it('is not mixed up with another that comes at the same time', () => {
    const assembly = new Assembly();
    const [one, other] = [cut(answer(300, 'a'), 100), cut(answer(300, 'b'), 100)];
    const wholes = one.flatMap((piece, place) => [assembly.take(piece), assembly.take(other[place] as Buffer)]);
    expect(wholes.slice(-2)).toEqual([answer(300, 'a'), answer(300, 'b')]);
  });

  it('is nothing where one of them is lost', () => {
    for (const lost of [0, 1, 2, 3]) {
      const assembly = new Assembly();
      const pieces = cut(answer(300), 100).filter((_, place) => place !== lost);
      expect(pieces.map((piece) => assembly.take(piece))).toEqual(pieces.map(() => undefined));
    }
  });

  it('is told from one that is whole', () => {
    expect(new Assembly().take(answer(10))).toEqual(answer(10));
  });
});
