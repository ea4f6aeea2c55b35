import { Mail0001 } from './0001_mail.ts';

export const migrations = { '0001_mail': Mail0001 };
