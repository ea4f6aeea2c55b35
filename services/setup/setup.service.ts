/**
 * Setup: whole hackathons as event files. The only service whose login is a member of the roles of all others, because
 * one file is one transaction in all their schemas. It handles only the organization of the sender.
 */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import type { Config } from '../../shared/process/config.ts';
import { contextOf } from '../../shared/process/context.ts';
import { EventFileJobs } from './jobs.ts';
import { getEventFileJob } from './job-status.ts';
import { readings } from './read-sent.ts';

/** Loads the code that reads and writes event files with the first request for one: until then a process is 7 MB smaller. */
function setupAt(config: Config): MakeService {
  const jobs = new EventFileJobs();
  const applying = () => import('./apply.ts');
  return implement('setup', {
    expiringRows: [{ table: 'job', since: 'created_at', days: 1 }],
    actions: {
      planEventFile: async (ctx) => (await applying()).planEventFileAt(config, jobs)(ctx),
      applyEventFile: async (ctx) => (await applying()).applyEventFileAt(config, jobs)(ctx),
      getEventFileJob,
      exportEventFile: async (ctx) => (await import('./apply.ts')).exportEventFile(ctx),
    },
  });
}

const makeService: MakeService = (broker) => {
  const { config, metrics } = contextOf(broker);
  metrics.watchQueue('event_files', () => readings.waiting);
  return setupAt(config)(broker);
};
export default makeService;
