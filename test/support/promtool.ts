/** Prometheus' own checks, where its tool is installed. */
import { spawnSync } from 'node:child_process';

export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Announces skipped tests. */
export const noticeMissingPromtool = (): void =>
  void process.stderr.write(
    'NOT TESTED: what Prometheus says of metrics, alerts and queries, for there is no promtool on the PATH. Install it (Debian: apt-get install prometheus) and run again.\n',
  );

/** Returns everything it complains about; empty where it is content. */
export function complaints(args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error) throw error;
  return status === 0 ? '' : `${stdout}${stderr}` || `promtool ended with ${status}`;
}
