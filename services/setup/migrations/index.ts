import { Setup0001 } from './0001_setup.ts';

export const migrations = { '0001_setup': Setup0001 };
