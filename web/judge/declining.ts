/** Sends that a judge declines a team, and shows the outcome. */
import { signal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import { inWords, statusOf } from '../shared/refused.ts';
import { api } from '../shared/session.ts';
import { draft } from './drafts.ts';
import { drop, panel } from './panel.ts';
import { declining as texts } from './texts/en.ts';

interface News {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}
/** Results for the teams that were declined since the page was opened, the latest first. */
export const news = signal<readonly News[]>([]);
const tell = (kind: News['kind'], text: string) => void (news.value = [{ kind, text }, ...news.value]);

const teamOf = (id: string): string =>
  panel.value?.find(({ assignment }) => assignment.id === id)?.assignment.team_name ?? texts.aTeam;

/** Declines a team. One that is gone was declined by a request whose answer was lost, or taken away meanwhile. */
export async function sendDecline(id: string, reason: string): Promise<void> {
  try {
    await api.judging.declineAssignment({ id, reason });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  tell('good', texts.done(teamOf(id)));
  await drop(id);
  await draft(id, () => ({ id, opinions: {}, isHandedIn: false }));
}

/** Tells why a team stays with the judge. */
export function tellRefused(id: string, error: MusterError): void {
  const isHandedIn = isRefusal(error, 'ASSIGNMENT_SUBMITTED');
  tell('bad', isHandedIn ? texts.handedIn(teamOf(id)) : texts.failed(teamOf(id), inWords(error)));
}
