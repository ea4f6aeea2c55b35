/** A process of its own that opens (or owns) a data directory, says so in one line of JSON, and closes when stdin ends. */
import { once } from 'node:events';
import { openEmbedded } from '../../shared/database/embedded.ts';

const [deed, directory] = process.argv.slice(2) as ['open' | 'own', string];
try {
  const database = await openEmbedded(directory, { owner: deed === 'own' });
  console.log(JSON.stringify({ url: database.url, started: database.started }));
  await once(process.stdin.resume(), 'end');
  await database.close();
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
