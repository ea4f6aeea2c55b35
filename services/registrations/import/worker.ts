/** Reads tables of people, in a process of its own. */
import { performTasks } from '../../../shared/kit/own-process.ts';
import { linesOf } from './lines.ts';
import type { TableTasks } from './reading.ts';
import { readTable } from './table.ts';

performTasks<TableTasks>({
  read({ text, type, ...form }) {
    const table = readTable(text, type);
    return 'problems' in table ? table : linesOf(table, form);
  },
});
