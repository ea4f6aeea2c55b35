/** Erases at once what is due, which services do by themselves every hour. */
import { eraseKept } from '../../services/events/due.ts';
import { eraseDue } from '../../services/identity/due.ts';
import { sendEventsFrom } from '../../shared/bus/events.ts';
import { notifyEvents } from '../../shared/bus/notified-events.ts';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import { inDatabase, readOrFail } from '../database.ts';
import { exitCodes, type CommandOutput, type ExitCode } from '../output.ts';

export const erase = (_options: object, output: CommandOutput): Promise<ExitCode> =>
  inDatabase(output, async (db) => {
    const events: BusEvent[] = [];
    const accounts = await eraseDue(db, (told) => void events.push(...told));
    const hackathons = await eraseKept(db, (told) => void events.push(...told));
    const { nats } = readOrFail();
    if (nats) await sendEventsFrom(nats, events);
    else await notifyEvents(db, events);
    const sentence = `Erased ${count(accounts, 'account')}, and the people of ${count(hackathons, 'hackathon')}.`;
    output.answer({ accounts, hackathons }, sentence);
    return exitCodes.done;
  });

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
