/** Records in the audit which registrations changed their status. */
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { MovedParent } from './queries/parents.ts';
import type { Moved } from './queries/registrations.ts';

type Note = Pick<Ctx, 'changed'>;

/** Which fact it is that a place which had one status, or was none, has this one now. */
export function factOf(former: RegistrationStatus | null, status: RegistrationStatus) {
  if (former === null) return 'registration.created';
  return status === 'cancelled' ? 'registration.cancelled' : 'registration.status_changed';
}

export function noteMoved(ctx: Note, moved: readonly Moved[], status: RegistrationStatus): void {
  for (const { id, user_id, event_id, former } of moved) {
    ctx.changed(factOf(former, status), { registration_id: id, user_id, event_id }, { status: former }, { status });
  }
}

/** Records the status of a parent, if it changed. */
export function noteParent(ctx: Note, parent: MovedParent | undefined, status: RegistrationStatus): void {
  if (!parent || parent.former === status) return;
  const ids = { super_event_registration_id: parent.id, user_id: parent.user_id, event_id: null };
  ctx.changed(factOf(parent.former, status), ids, { status: parent.former }, { status });
}
