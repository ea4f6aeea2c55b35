/** Options with which the broker of a third-party service joins the bus. */
import type { BrokerOptions, Middleware } from 'moleculer';
import { sharedBrokerOptions, lastingConnectionOf, type Address } from '../../../shared/bus/connection.ts';
import { broadcastByName, NamedNats } from '../../../shared/bus/named-nats.ts';
import { natsOf } from './nats.ts';

export type { Address };

/**
 * Returns the options of a broker: `new ServiceBroker({ ...busOptions({ user, password, servers }), … })`.
 * @param address `user` is the name of the service, as `muster nats-config --service` was told.
 */
export const busOptions = (address: Address): BrokerOptions => ({
  ...sharedBrokerOptions(address.user),
  transporter: new NamedNats(lastingConnectionOf(address)),
  // NATS lets a login call actions, not processes.
  disableBalancer: true,
  middlewares: [broadcastByName, tellRefusals],
});

/** Reports permissions that NATS refuses this login, because a refused request gets no answer. */
const tellRefusals: Middleware = {
  name: 'TellRefusals',
  started(broker) {
    void (async () => {
      for await (const { permissionContext: refused } of natsOf(broker).status()) {
        if (!refused) continue;
        const { operation, subject } = refused;
        broker.logger.error(`NATS does not let this login ${operation} ${subject}: see muster nats-config --service.`);
      }
    })();
    return Promise.resolve();
  },
};
