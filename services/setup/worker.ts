/** Reads event files in a process of its own. */
import { checkEventFile } from '../../event-file/read.ts';
import { performTasks } from '../../shared/kit/own-process.ts';
import type { ReadingTasks } from './read-sent.ts';

/** Before somebody has seen enough. */
const problemsAtMost = 100;

performTasks<ReadingTasks>({
  // Nothing of the environment of this process gets into the file.
  read({ text, atMost }) {
    const reading = checkEventFile('file', text, {}, atMost);
    return 'problems' in reading ? { problems: reading.problems.slice(0, problemsAtMost) } : reading;
  },
});
