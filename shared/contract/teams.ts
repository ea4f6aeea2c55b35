/** Teams, their members, builders, and submissions. */
import { builders } from './teams/builders.ts';
import { lists } from './teams/lists.ts';
import { managed } from './teams/managed.ts';
import { members } from './teams/members.ts';
import { submissions } from './teams/submissions.ts';

export const teams = { ...lists, ...builders, ...managed, ...members, ...submissions };
