/** A process of its own that opens (or claims) a data directory, says so in one line of JSON, and closes when stdin ends. */
import { once } from 'node:events';
import { claimDataDir, openEmbedded } from '../../shared/database/embedded.ts';

const [deed, directory] = process.argv.slice(2) as ['open' | 'claim', string];
try {
  if (deed === 'claim') {
    const claim = await claimDataDir(directory);
    console.log(JSON.stringify({ claimed: true }));
    await once(process.stdin.resume(), 'end');
    await claim.release();
  } else {
    const database = await openEmbedded(directory);
    console.log(JSON.stringify({ url: database.url, started: database.started }));
    await once(process.stdin.resume(), 'end');
    await database.close();
  }
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
