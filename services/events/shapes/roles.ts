import type { HeldRole } from '../queries/roles.ts';

export const heldRole = ({ user_id, role, name }: HeldRole) => ({ user_id, role, name });
