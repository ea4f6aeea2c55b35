/** The tasks of a process that takes three seconds to start. */
import { setTimeout as pause } from 'node:timers/promises';

await pause(3_000);
await import('./own-process-tasks.ts');
