/**
 * Setup: whole hackathons as event files. The only service whose login is a member of the roles of all others, for one file is one
 * transaction in all their schemas; it answers for the organization of who asks alone.
 */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import type { Config } from '../../shared/process/config.ts';
import { contextOf } from '../../shared/process/context.ts';
import { applyEventFileAt, planEventFileAt } from './apply.ts';
import { exportEventFile } from './export.ts';
import { Jobs } from './jobs.ts';
import { getEventFileJob } from './job-status.ts';
import { readings } from './read-sent.ts';

function setupAt(config: Config): MakeService {
  const jobs = new Jobs();
  return implement('setup', {
    leftovers: [{ table: 'job', since: 'created_at', days: 1 }],
    actions: {
      planEventFile: planEventFileAt(config, jobs),
      applyEventFile: applyEventFileAt(config, jobs),
      getEventFileJob,
      exportEventFile,
    },
  });
}

const makeService: MakeService = (broker) => {
  const { config, metrics } = contextOf(broker);
  metrics.watchQueue('event_files', () => readings.waiting);
  return setupAt(config)(broker);
};
export default makeService;
