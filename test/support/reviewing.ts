/** A hackathon with a form, people who applied, and organizers who review. */
import type { Client, Person } from './client.ts';
import type { World } from './world.ts';

export async function reviewing(world: World, config: object = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { config_json: JSON.stringify(config) });
  const [ai, web] = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Web' })];
  const field = async (label: string, order_index: number, field_type = 'text') => {
    const [row] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, order_index)
      values (${hack.id}, ${field_type}, ${label}, ${order_index}) returning id`;
    return row?.id ?? '';
  };
  const fields = { why: await field('Why come?', 2), school: await field('Your school', 1) };
  const organizer = async (): Promise<{ person: Person; api: Client }> => {
    const person = await world.person();
    await world.role(person, web, 'ORGANIZER');
    return { person, api: world.as(person, acme) };
  };
  /** Somebody who applied, for the AI track as well. Each later than the one before. */
  const applied = async (name: string, answers: Record<string, unknown> = {}) => {
    const person = await world.person({ name });
    const { id, parent } = await world.registered(person, ai, 'pending');
    await world.rows`
      update registrations.super_event_registration set answers_json = ${JSON.stringify(answers)} where id = ${parent.id}`;
    return { person, id: parent.id, registration: id };
  };
  return {
    ...{ acme, hack, ai, web, fields, organizer, applied },
    next: `/super-events/${hack.slug}/reviews/next`,
    progress: `/super-events/${hack.slug}/reviews`,
  };
}

export const reviewOf = (id: string) => `/super-event-registrations/${id}/review`;
