/** The views that identity publishes for others to read. */
import { locales } from '../../contract/vocabulary.ts';
import { c, view } from '../columns.ts';
import { located } from './located.ts';

export const people = view('people', 'All people, named by the local part of their address until they set a name.', {
  id: c.uuid().primary(),
  email: c.text(),
  name: c.text(),
  avatar_url: c.text().nullable(),
  linkedin_url: c.text().nullable(),
  github_url: c.text().nullable(),
  name_key: c.text().nullable(),
  search: c.text().nullable(),
  is_onboarded: c.boolean(),
  /** The language they chose; null without one. */
  locale: c.oneOf(locales).nullable(),
});

export const locatedDevice = located('device', 'Where a kiosk or a board belongs.');
