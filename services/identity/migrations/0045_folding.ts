import { Migration } from '@mikro-orm/migrations';

/** Text is folded as pages fold it (`folded` of `shared/base/folding.ts`), whatever locale the server has. */
export class Identity0045 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function published.fold(value text) returns text
      language sql immutable parallel safe strict
      return replace(replace(replace(replace(translate(
        lower(regexp_replace(
          normalize(translate(value, U&'\\00b4\\1ffd', ''''''), nfkd),
          '[${marks}]', '', 'g') collate pg_catalog.pg_c_utf8),
        '‘’‛ʹʻʼʽʾʿ′\`ꞌ՚׳' || '‐‒–—―−⁃־' || 'łøđðħıȷŧŋəǝς',
        repeat('''', 14) || repeat('-', 8) || 'loddhijtneeσ'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

      -- Folds anew what was folded otherwise. Registrations follow by their trigger.
      update identity.person set email = email
       where (name_key, search) is distinct from (published.fold(coalesce(name, split_part(email, '@', 1))),
                                                  published.fold(coalesce(name, '') || E'\\n' || email));
    `);
  }
}

const marks = [
  '\\u0300-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670',
  '\\u00ad\\u200b-\\u200d\\u2060\\ufe00-\\ufe0f\\ufeff',
].join('');
