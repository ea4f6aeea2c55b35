/** Starts programs that are compared with the product, each in its own process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Rival {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

export async function startRival(file: string, env: Record<string, string>, role?: string): Promise<Rival> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, role ? [role] : [], { env: { ...process.env, ...env } });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  failed.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}
