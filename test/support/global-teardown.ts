import { endings } from './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  // Kept in this process where Jest runs specs in its own.
  await globalThis.endKept?.('all');
  for (const end of endings.toReversed()) await end();
}
