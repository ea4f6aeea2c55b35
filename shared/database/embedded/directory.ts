/** Where the embedded PostgreSQL keeps what inside the data directory. */
import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { explained } from './errors.ts';

export interface DataDirectory {
  path: string;
  /** The database cluster. */
  cluster: string;
  password: string;
  log: string;
  /** A copy of the binaries, made only where those in node_modules cannot be used. */
  runtime: string;
}

/** Makes the data directory if it is missing; whatever makes it unusable is said in plain words. */
export async function openDirectory(dataDir: string): Promise<DataDirectory> {
  const wanted = resolve(dataDir);
  try {
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    const path = await realpath(wanted);
    return {
      path,
      cluster: join(path, 'postgres'),
      password: join(path, 'postgres.password'),
      log: join(path, 'postgres.log'),
      runtime: join(path, 'postgres.runtime'),
    };
  } catch (error) {
    throw explained(error, wanted);
  }
}
