/** The views that mail publishes for others to read. */
import { c, view } from '../columns.ts';
import { located } from './located.ts';

export const mailKey = view('mail_key', 'The public key that emails are sealed with now.', {
  public_key: c.bytes().primary(),
});

export const locatedAnnouncement = located('announcement', 'Where an announcement belongs.');
