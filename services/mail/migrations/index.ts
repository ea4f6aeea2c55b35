import { Mail0001 } from './0001_mail.ts';
import { Mail0014 } from './0014_later.ts';
import { Mail0016 } from './0016_announcements.ts';
import { Mail0030 } from './0030_erasure.ts';

export const migrations = {
  '0001_mail': Mail0001,
  '0014_later': Mail0014,
  '0016_announcements': Mail0016,
  '0030_erasure': Mail0030,
};
