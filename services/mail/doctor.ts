/** Checks for `muster doctor` whether emails would be sent. */
import { connectSmtp } from './transport.ts';

/** Milliseconds, short because an operator waits. */
const patience = { toConnect: 4_000, toSpeak: 4_000 };

/** Connects and signs in to the SMTP server without sending an email; rejects with its answer. */
export async function tryMailServer(url: string, from: string): Promise<void> {
  const transport = connectSmtp(url, from, patience);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
