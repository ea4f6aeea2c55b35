/** Whether letters would leave, asked by `muster doctor`. */
import { connectSmtp } from './transport.ts';

/** Milliseconds: somebody waits for the answer. */
const patience = { toConnect: 4_000, toSpeak: 4_000 };

/** Greets the SMTP server and signs in, without a letter; rejects with what it said. */
export async function tryMailServer(url: string, from: string): Promise<void> {
  const transport = connectSmtp(url, from, patience);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
