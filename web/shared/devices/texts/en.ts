/** Texts that the pages of devices share, in English. */

export const pairing = {
  unknown: 'This code is unknown, used up or older than ten minutes. Have the desk show a new one.',
  otherKind: (was: 'kiosk' | 'board', kind: 'kiosk' | 'board') =>
    `This code was for a ${was}. Add a ${kind} at the desk, and open its address.`,
  how: 'An organizer presses Doors → Pair a device on the desk. Scan that code with this device, or type its 16 characters.',
  pair: 'Pair',
};
