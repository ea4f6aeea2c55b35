import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Assembly, cut } from '../../shared/bus/pieces.ts';

const answer = (size: number, letter = 'x') => Buffer.from(`{"data":"${letter.repeat(size)}"}`);

const sender = 'events';

describe('An answer in pieces', () => {
  it('is the same when it is put together, and no piece is larger than a message', () => {
    const sizes = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 26, max: 2_000 }));
    fc.assert(
      fc.property(sizes, ([size, room]) => {
        const assembly = new Assembly();
        const pieces = cut(answer(size), room);
        const wholes = pieces.map((piece) => assembly.take(piece, sender));
        expect(pieces.every(({ length }) => length <= room)).toBe(true);
        expect(wholes.slice(0, -1).every((whole) => whole === undefined)).toBe(true);
        expect(wholes.at(-1)).toEqual(answer(size));
      }),
    );
  });

  it('is not mixed up with another that comes at the same time', () => {
    const assembly = new Assembly();
    const [one, other] = [cut(answer(300, 'a'), 100), cut(answer(300, 'b'), 100)];
    const wholes = one.flatMap((piece, place) => [
      assembly.take(piece, sender),
      assembly.take(other[place] as Buffer, sender),
    ]);
    expect(wholes.slice(-2)).toEqual([answer(300, 'a'), answer(300, 'b')]);
  });

  it('is nothing where one of them is lost', () => {
    for (const lost of [0, 1, 2, 3]) {
      const assembly = new Assembly();
      const pieces = cut(answer(300), 100).filter((_, place) => place !== lost);
      expect(pieces.map((piece) => assembly.take(piece, sender))).toEqual(pieces.map(() => undefined));
    }
  });

  it('is dropped where its login leaves more than 64 MB incomplete, the oldest first; other logins lose nothing', () => {
    const assembly = new Assembly();
    const pieces = Array.from({ length: 80 }, () => cut(answer(1_500_000), 1_048_576));
    const [other = Buffer.of(), end = Buffer.of()] = cut(answer(200), 150);
    assembly.take(other, 'teams');
    for (const [first = Buffer.of()] of pieces) assembly.take(first, sender);
    const whole = pieces.map(([, last = Buffer.of()]) => assembly.take(last, sender) !== undefined);
    expect(whole.filter(Boolean)).toHaveLength(63);
    expect(whole.lastIndexOf(false)).toBe(16);
    expect(assembly.take(end, 'teams')).toEqual(answer(200));
  });

  it('is told from one that is whole', () => {
    expect(new Assembly().take(answer(10), sender)).toEqual(answer(10));
  });
});
