import { makeTemplate } from './template.ts';
import { removeDeadRuns, startTestServer } from './test-server.ts';

/** Before all tests, once for the whole run: everything that test files share is made here. */
export default async function globalSetup(): Promise<void> {
  await removeDeadRuns();
  process.env.TEST_DATABASE_URL = await startTestServer();
  await makeTemplate(process.env.TEST_DATABASE_URL);
}
