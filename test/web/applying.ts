/** An open hackathon with a form, and what a person does to apply to it. */
import { pdf } from '../support/files.ts';
import { codeIn } from '../support/mails.ts';
import { password } from '../support/sign-in.ts';
import type { Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

let count = 0;

/** A hackathon with two open tracks and a form. */
export async function openHackathon({ world }: Hall, columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: `Winter Hack ${++count}`, ...columns });
  const [ai, web] = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Web' })];
  const fields = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, is_required, options, order_index)
    values (${hack.id}, 'text', 'Why come?', true, '[]', 0), (${hack.id}, 'select', 'Diet', false, '["none", "vegan"]', 1),
           (${hack.id}, 'file', 'CV', true, '[]', 2), (${hack.id}, 'url', 'Something you made', false, '[]', 3)
    returning id`;
  const [why = '', diet = '', cv = '', made = ''] = fields.map(({ id }) => id);
  const stored = () => world.rows<{ answers_json: Record<string, any>; email: string; tracks: number }>`
    select r.answers_json, p.email, (select count(*)::int from registrations.registration t
                                      where t.super_event_registration_id = r.id) as tracks
      from registrations.super_event_registration r join identity.person p on p.id = r.user_id
     where r.super_event_id = ${hack.id}`;
  return { acme, hack, ai, web, why, diet, cv, made, stored, path: `/apply/${hack.slug}` };
}
export type Open = Awaited<ReturnType<typeof openHackathon>>;

export const field = ({ page }: Visitor, id: string) => page.getByTestId(`apply-field-${id}`);
export const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(3_000)) };

export async function fillIn(visitor: Visitor, { why, diet, cv, ai }: Open) {
  await field(visitor, why).fill('For the bees');
  await field(visitor, diet).selectOption('vegan');
  await field(visitor, cv).setInputFiles(file);
  await visitor.page.getByTestId(`apply-track-${ai.id}`).check();
}
export async function giveAccount({ page }: Visitor) {
  const email = `guest-${++count}@apply.test`;
  await page.getByLabel('Name').fill('Nina Simone');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  return email;
}
export const press = ({ page }: Visitor) => page.getByTestId('apply-submit').click();
export async function typeCode({ world }: Hall, { page }: Visitor, email: string) {
  await page.getByTestId('apply-code').fill(codeIn(await world.nextMailTo(email)));
  await page.getByTestId('apply-code-send').click();
}
