/** The upper limit of the transport: plain moleculer-web, NATS, and an action that does nothing. Two processes. */
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import Moleculer from 'moleculer';
import ApiGateway from 'moleculer-web';

const broker = new Moleculer.ServiceBroker({
  namespace: 'echo',
  logger: false,
  transporter: { type: 'NATS', options: { servers: [process.env.NATS_URL ?? ''] } },
  disableBalancer: true,
});

if (process.argv[2] === 'echo') {
  broker.createService({
    name: 'echo',
    actions: { scan: ({ params }) => ({ success: true, data: { checked_in: true, ...(params as object) } }) },
  });
  await broker.start();
  process.send?.(0);
} else {
  const gateway = broker.createService({
    name: 'gateway',
    mixins: [ApiGateway],
    settings: {
      ip: '127.0.0.1',
      port: 0,
      routes: [
        { path: '/', aliases: { 'POST /checkin-points/:pointId/scan': 'echo.scan' }, bodyParsers: { json: true } },
      ],
    },
  }) as Moleculer.Service & { server: Server };
  await broker.start();
  await broker.waitForServices('echo');
  process.send?.((gateway.server.address() as AddressInfo).port);
}
