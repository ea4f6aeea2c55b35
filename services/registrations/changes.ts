/** What moves between states leaves in the audit. */
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/broker/context.ts';
import type { MovedParent } from './queries/parents.ts';
import type { Moved } from './queries/registrations.ts';

type Note = Pick<Ctx, 'changed'>;

export function noteMoved(ctx: Note, moved: readonly Moved[], status: RegistrationStatus): void {
  for (const { id, user_id, former } of moved) {
    ctx.changed({ registration_id: id, user_id }, { status: former }, { status });
  }
}

/** A parent that was only held, or is in none of the states it was to leave, did not change. */
export function noteParent(ctx: Note, parent: MovedParent | undefined, status: RegistrationStatus): void {
  if (!parent || parent.former === status) return;
  ctx.changed(
    { super_event_registration_id: parent.id, user_id: parent.user_id },
    { status: parent.former },
    { status },
  );
}
