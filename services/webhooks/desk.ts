/** What actions and deliveries share once the service has started. */
import type { Sender } from './sending/sender.ts';
import type { Vault } from './vault.ts';

export interface Desk {
  readonly vault: () => Vault;
  readonly sender: () => Sender;
  /** Also this machine, by http. */
  readonly isInsecure: boolean;
}
