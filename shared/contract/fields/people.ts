/** What may be said of people, organizations and keys in an event file. */
import { t } from '../schema.ts';
import { displayName } from '../vocabulary.ts';
import { slug } from './identifiers.ts';

export const organizationFields = { slug: slug(), name: displayName(), can_create_events: t.boolean() };

export const personFields = {
  email: t.email(),
  name: t.string({ min: 1, max: 200, trim: true }),
  linkedin_url: t.url(),
  github_url: t.url(),
  avatar_url: t.url(),
};

export const keyFields = { label: t.string({ min: 1, max: 100, trim: true }), expires_at: t.timestamp() };
