import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

describe('The looks of a hackathon, and its own words in emails about decisions', () => {
  it('are in those emails, and the looks are read by anybody', async () => {
    const hack = await world.superEvent(acme, { name: 'Spring Hack' });
    const track = await world.track(hack, { name: 'Climate' });
    const looks = { logo_url: 'https://example.org/logo.png', colour: '#ffcc00', reply_to: 'team@example.org' };
    const letters = { waitlisted: 'Dear {first_name}, **{track}** of {hackathon} will call you.' };
    expect((await olga.patch(`/super-events/${hack.slug}`, { ...looks, letters })).status).toBe(200);
    expect((await olga.get(`/super-events/${hack.slug}`)).body.data.super_event).toMatchObject({ ...looks, letters });
    const { hackathon } = (await world.stranger().get(`/super-events/${hack.slug}/public`)).body.data;
    expect(hackathon).toMatchObject({ logo_url: looks.logo_url, colour: looks.colour });
    expect(hackathon).not.toHaveProperty('reply_to');

    const ada = await world.person({ name: 'Ada Lovelace' });
    const { id } = await world.registered(ada, track, 'pending');
    await olga.patch(`/registrations/${id}/status`, { status: 'waitlisted' });
    const mail = await world.nextMailTo(ada.email);
    expect(mail.text).toContain('Dear Ada, Climate of Spring Hack will call you.');
    expect(mail.html).toContain('Dear Ada, <strong>Climate</strong> of Spring Hack will call you.');
    expect(mail.html).toContain('src="https://example.org/logo.png"');
    expect(mail.html).toContain('border-top:4px solid #ffcc00');
    expect(mail.headers).toEqual({ 'Reply-To': 'team@example.org' });
    await olga.patch(`/registrations/${id}/status`, { status: 'accepted' });
    expect((await world.nextMailTo(ada.email)).html).toContain('background:#ffcc00;color:#000000');

    const none = { logo_url: null, colour: null, reply_to: null, letters: {} };
    await olga.patch(`/super-events/${hack.slug}`, none);
    expect((await olga.get(`/super-events/${hack.slug}`)).body.data.super_event).toMatchObject(none);
  });

  it.each<[string, unknown]>([
    ['logo_url', 'javascript:alert(1)'],
    ['colour', 'red'],
    ['colour', '#ffcc00;color:red'],
    ['reply_to', 'nobody'],
    ['letters.accepted', '{team}'],
    ['letters.rejected', 'x'.repeat(2_001)],
  ])('may not have a %s of %j', async (field, value) => {
    const hack = await world.superEvent(acme);
    const [member = '', inner] = field.split('.');
    const answer = await olga.patch(`/super-events/${hack.id}`, { [member]: inner ? { [inner]: value } : value });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
  });
});
