import { Mail0001 } from './0001_mail.ts';
import { Mail0002 } from './0002_published.ts';
import { Mail0003 } from './0003_send_letter.ts';
import { Mail0006 } from './0006_send_letters.ts';
import { Mail0011 } from './0011_ordered_ids.ts';
import { Mail0016 } from './0016_facts.ts';

export const migrations = {
  '0001_mail': Mail0001,
  '0002_published': Mail0002,
  '0003_send_letter': Mail0003,
  '0006_send_letters': Mail0006,
  '0011_ordered_ids': Mail0011,
  '0016_facts': Mail0016,
};
