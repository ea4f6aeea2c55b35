import { Migration } from '@mikro-orm/migrations';

/**
 * Names and addresses as they are given from now on, so that whatever was stored before is taken when it is sent back.
 * A name of which nothing would be left, and an address that another person has in its right form, stay as they are.
 */
export class Identity0042 extends Migration {
  override up(): void {
    this.addSql(functions + names + texts + addresses);
  }
}

/** Of Unicode's categories Cc, Cf, Zl and Zp: those that part words, and the others. */
const breaks = '\\u0009-\\u000d\\u0085\\u2028\\u2029';
const unseen =
  '\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b\\u200e\\u200f' +
  '\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\U000110bd\\U000110cd\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a' +
  '\\U000e0001-\\U000e007f';
/** Beside these, joiners are part of a word or an emoji: Arabic, the scripts of India and Sri Lanka, and pictures. */
const joined = '\\u0600-\\u06ff\\u0900-\\u0dff\\u2190-\\u2bff\\ufe0f\\U0001f000-\\U0001faff';

const functions = `
  create function pg_temp.clean(value text) returns text
  language sql immutable strict
  return coalesce(nullif(btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(normalize(value, nfc), '[${breaks}]+', ' ', 'g'),
        '[${unseen}]', '', 'g'),
      '(?<![${joined}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${joined}])', '', 'g')), ''), value);

  create function pg_temp.clean(texts jsonb) returns jsonb
  language sql immutable strict
  return (select coalesce(jsonb_object_agg(key, pg_temp.clean(value)), '{}') from jsonb_each_text(texts));

  create function pg_temp.address(value text) returns text
  language sql immutable strict
  return normalize(lower(normalize(
    regexp_replace(value, '[${unseen}\\u200c\\u200d\\u2028\\u2029]', '', 'g'), nfc)), nfc);
`;

const named = [
  ['organizations.organization', 'name'],
  ['events.super_event', 'name'],
  ['events.track', 'name'],
  ['events.prize', 'name'],
  ['events.prize', 'sponsor'],
  ['events.registration_field', 'label'],
  ['identity.person', 'name'],
  ['identity.login_link', 'name'],
  ['identity.device', 'name'],
  ['identity.passkey', 'name'],
  ['onboarding.invite', 'first_name'],
  ['onboarding.invite', 'last_name'],
  ['teams.team', 'name'],
  ['teams.submission', 'title'],
  ['judging.criterion', 'name'],
  ['check_in.point', 'name'],
] as const;

const inLanguages = [
  ['events.super_event', 'name_i18n'],
  ['events.track', 'name_i18n'],
  ['events.prize', 'name_i18n'],
  ['events.registration_field', 'label_i18n'],
] as const;

const cleaned = ([table, column]: readonly [string, string]) => `
  update ${table} set ${column} = pg_temp.clean(${column}) where ${column} is distinct from pg_temp.clean(${column});`;

const names = named.map(cleaned).join('');
const texts = inLanguages.map(cleaned).join('');

/**
 * For tables in which an address is unique, beside other columns. Of several spellings the right one has it, else that of the first
 * row.
 */
const unique = (table: string, others = 'true') => `
  update ${table} t set email = pg_temp.address(t.email)
   where t.email <> pg_temp.address(t.email)
     and not exists (
       select 1 from ${table} o
        where pg_temp.address(o.email) = pg_temp.address(t.email) and ${others}
          and (o.email = pg_temp.address(o.email) or o.ctid < t.ctid));`;
const addresses = `
  ${unique('identity.person')}
  ${unique('identity.login_code')}
  ${unique('onboarding.invite', 'o.super_event_id = t.super_event_id')}
  ${unique('events.role_invite', 'o.event_id = t.event_id')}
  update identity.login_link set email = pg_temp.address(email) where email <> pg_temp.address(email);
  update identity.email_change set email = pg_temp.address(email), former_email = pg_temp.address(former_email)
   where (email, former_email) <> (pg_temp.address(email), pg_temp.address(former_email));
`;
