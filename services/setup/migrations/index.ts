import { Setup0022 } from './0022_setup.ts';
import { Setup0026 } from './0026_jobs.ts';

export const migrations = { '0022_setup': Setup0022, '0026_jobs': Setup0026 };
