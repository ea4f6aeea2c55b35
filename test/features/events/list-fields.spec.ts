import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldTypes } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('The registration fields of a hackathon', () => {
  it('are listed in their order with exactly the promised fields', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    await world.rows`
      insert into events.registration_field
             (super_event_id, field_type, label, options, is_required, order_index, description, validation_rules, at_door)
      values (${hack.id}, 'text', 'Last', '[]', false, 2.5, null, '{}', false),
             (${hack.id}, 'select', 'First', '["none", "vegan"]', true, -1, 'What you eat', '{"max_length": 5}', true)`;
    const { data } = (await world.as(await world.person(), acme).get(`/super-events/${hack.slug}/registration-fields`))
      .body;
    expect(data).toEqual({
      fields: [
        {
          id: expect.any(String),
          field_type: 'select',
          label: 'First',
          description: 'What you eat',
          placeholder: null,
          options: ['none', 'vegan'],
          is_required: true,
          order_index: -1,
          validation_rules: { max_length: 5 },
          at_door: true,
          choices: null,
          show_if: null,
        },
        {
          id: expect.any(String),
          field_type: 'text',
          label: 'Last',
          description: null,
          placeholder: null,
          options: [],
          is_required: false,
          order_index: 2.5,
          validation_rules: {},
          at_door: false,
          choices: null,
          show_if: null,
        },
      ],
    });
  });

  it('may be of every type, and are none where nothing is asked', async () => {
    const acme = await world.organization();
    const [hack, bare] = [await world.superEvent(acme), await world.superEvent(acme)];
    await world.rows`insert into events.registration_field (super_event_id, field_type, label)
                     select ${hack.id}, kind, kind from unnest(${[...fieldTypes]}::text[]) kind`;
    const api = world.as(await world.person(), acme);
    const { fields } = (await api.get(`/super-events/${hack.id}/registration-fields`)).body.data;
    expect(fields.map(({ field_type }: { field_type: string }) => field_type).sort()).toEqual([...fieldTypes].sort());
    expect((await api.get(`/super-events/${bare.id}/registration-fields`)).body.data).toEqual({ fields: [] });
  });

  it('are read by whoever may read the hackathon', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const [ada, otto] = [await world.person(), await world.member(other, 'OWNER')];
    const [hidden, draft] = [
      await world.superEvent(acme, { visibility: 'private' }),
      await world.superEvent(acme, { status: 'draft' }),
    ];
    for (const { slug } of [hidden, draft]) {
      const answer = await world.as(ada, acme).get(`/super-events/${slug}/registration-fields`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const foreign = await world.as(otto, other).get(`/super-events/${hidden.id}/registration-fields`);
    expect(foreign).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(`/super-events/${hidden.id}/registration-fields`)).toBeRefused(
      401,
      'UNAUTHENTICATED',
    );
  });
});
