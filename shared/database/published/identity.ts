/** What identity publishes for others to read. */
import { c, view } from '../columns.ts';
import { located } from './located.ts';

export const people = view('people', 'Everybody, named by the local part of their address until they say a name.', {
  id: c.uuid().primary(),
  email: c.text(),
  name: c.text(),
  avatar_url: c.text().nullable(),
  linkedin_url: c.text().nullable(),
  github_url: c.text().nullable(),
  name_key: c.text().nullable(),
  search: c.text().nullable(),
  is_onboarded: c.boolean(),
});

export const locatedDevice = located('device', 'Where a kiosk or a board belongs.');
