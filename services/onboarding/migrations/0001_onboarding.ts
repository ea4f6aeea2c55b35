import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

export class Onboarding0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table onboarding.invite (
        id               uuid primary key default gen_random_uuid(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        email            text not null check (email = lower(trim(email))),
        first_name       text,
        last_name        text,
        linkedin_url     text,
        github_url       text,
        status           text not null default 'pending' check (status in ('pending', 'accepted')),
        token_hash       bytea not null unique,
        invited_by       uuid not null,
        expires_at       timestamptz not null default now() + interval '7 days',
        created_at       timestamptz not null default now(),
        accepted_at      timestamptz,
        accepted_by      uuid,
        accepted_in      text                         -- the request, which may be tried again when its answer was lost
      );
      -- One pending invite per address and hackathon: the unique index is the rule.
      create unique index invite_once on onboarding.invite (super_event_id, email) where status = 'pending';
      ${kitTables('onboarding')}
      ${kitViews('onboarding')}
    `);
  }
}
