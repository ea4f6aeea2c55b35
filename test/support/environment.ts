/**
 * Restores the environment, variable by variable. Another object assigned to `process.env` would not do: variables set
 * afterwards would reach neither Node itself, such as `tmpdir()`, nor the next spec.
 */
export function restoreEnvironment(former: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in former)) delete process.env[name];
  Object.assign(process.env, former);
}
