/**
 * Makes the environment what it was. Whoever assigns another object to `process.env` cuts it off: what is set afterwards reaches
 * neither Node itself, such as `tmpdir()`, nor the next spec.
 */
export function restoreEnvironment(former: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in former)) delete process.env[name];
  Object.assign(process.env, former);
}
