import type { ServiceBroker } from 'moleculer';

/** The part used of the NATS client that Moleculer's transporter holds. */
interface Client {
  subscribe(
    subject: string,
    options: { callback: (error: Error | null, message: { json(): unknown }) => void },
  ): { unsubscribe(): void };
  status(): AsyncIterable<{ readonly permissionContext?: { readonly operation: string; readonly subject: string } }>;
}

/** Returns the client; there is one once the broker has connected, as it has when a service starts. */
export const natsOf = (broker: ServiceBroker): Client =>
  (broker.transit as unknown as { readonly tx: { readonly client: Client } }).tx.client;
