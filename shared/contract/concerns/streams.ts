/** Streams of facts, which the gateway goes on sending. */
import { concern } from './concern.ts';

/** Answers Server-Sent Events; the answer of the action is what they are about. */
export const eventStream = concern('eventStream', () => ({
  answer: {
    kind: 'stream',
    mediaType: 'text/event-stream',
    description:
      'Server-Sent Events without end: `id` is the position, `event` the type, and `data` the fact as the list has it',
  } as const,
}));
