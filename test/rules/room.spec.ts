import { describe, expect, it } from '@jest/globals';
import { Room } from '../../services/gateway/room.ts';

const [quick, slow] = [20, 800];
const bounds = { most: 100, least: 20 };

/** How many are let in before it is full. */
function sizeOf(room: Room): number {
  let inside = 0;
  for (; !room.isFull; inside++) room.enter();
  for (let n = 0; n < inside; n++) room.leave();
  return inside;
}
const answers = (room: Room, count: number, took: number) => {
  for (let n = 0; n < count; n++) {
    room.enter();
    room.leave(took);
  }
};

describe('The room for requests under way', () => {
  it('takes as many as it has, and the next when one has left', () => {
    const room = new Room(bounds);
    for (let n = 0; n < 100; n++) room.enter();
    expect(room.isFull).toBe(true);
    room.leave();
    expect(room.isFull).toBe(false);
  });

  it('gets smaller with every slow answer, down to what helps nobody any more', () => {
    const room = new Room(bounds);
    answers(room, 30, slow);
    expect(sizeOf(room)).toBeLessThan(60);
    answers(room, 1_000, slow);
    expect(sizeOf(room)).toBe(20);
  });

  it('grows back with quick ones, and never beyond what it was', () => {
    const room = new Room(bounds);
    answers(room, 1_000, slow);
    answers(room, 80, quick);
    expect(sizeOf(room)).toBeGreaterThan(50);
    expect(sizeOf(room)).toBeLessThan(70);
    answers(room, 800, quick);
    expect(sizeOf(room)).toBe(100);
  });

  it('stays as it is where one in a hundred is slow', () => {
    const room = new Room(bounds);
    for (let n = 0; n < 50; n++) {
      answers(room, 99, quick);
      answers(room, 1, slow);
    }
    expect(sizeOf(room)).toBeGreaterThanOrEqual(98);
  });

  it('is half full before it is full', () => {
    const room = new Room(bounds);
    for (let n = 0; n < 50; n++) room.enter();
    expect([room.isHalfFull, room.isFull]).toEqual([true, false]);
  });
});
