import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readDelivery, WebhookVerificationError, type Delivery } from '../../clients/typescript/src/webhooks.ts';
import type { Muster } from '../../clients/typescript/src/index.ts';
import { Receiver, type Received } from '../support/receiver.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientOf } from './asked.ts';

let world: World;
let acme: { id: string };
let muster: Muster;
let receiver: Receiver;
let hook: { id: string; secret: string };
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
  acme = await world.organization();
  muster = await clientOf(world, await world.member(acme, 'OWNER'), acme);
  receiver = await Receiver.listen();
  const { webhook, secret } = await muster.webhooks.create({
    orgId: acme.id,
    url: receiver.url,
    types: ['organization.changed'],
  });
  hook = { id: webhook.id, secret };
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const came = (type: string): Promise<Received> =>
  eventually(
    () => Promise.resolve(receiver.received.find((_, nth) => receiver.types[nth] === type)),
    (found) => found !== undefined,
  ) as Promise<Received>;
const read = ({ body, headers }: Received, secret = hook.secret): Delivery => readDelivery(secret, body, headers);

it('A delivery that was asked for is read', async () => {
  expect(await muster.webhooks.test({ id: hook.id })).toMatchObject({ response_status: 204 });
  expect(read(await came('webhook.test'))).toMatchObject({ data: { data: { webhook_id: hook.id } } });
});

it('A fact is read with what its type tells', async () => {
  await muster.organizations.update({ id: acme.id, name: 'Acme' });
  const delivery = read(await came('organization.changed'));
  if (delivery.type !== 'organization.changed') throw new Error(delivery.type);
  expect(delivery.data.data.name).toBe('Acme');
});

it('A delivery comes as bytes, and with the headers of a Request, as well', async () => {
  const { body, headers } = await came('organization.changed');
  const given = new Headers(headers as Record<string, string>);
  expect(readDelivery(hook.secret, new TextEncoder().encode(body), given)).toEqual(JSON.parse(body));
});

it('A delivery that somebody else signed is refused', async () => {
  const delivery = await came('organization.changed');
  const another = `whsec_${Buffer.from('another secret of that length!!!').toString('base64')}`;
  expect(() => read(delivery, another)).toThrow(WebhookVerificationError);
  expect(() => read({ ...delivery, body: delivery.body.replace('Acme', 'Evil') })).toThrow(WebhookVerificationError);
});
