import { Migration } from '@mikro-orm/migrations';

/** Reviews of applications, the scores that follow from them, and which reviewer is reading which. */
export class Registrations0019 extends Migration {
  override up(): void {
    this.addSql(`
      alter table registrations.super_event_registration add column evaluation_score double precision;

      create table registrations.review (
        super_event_registration_id  uuid not null references registrations.super_event_registration on delete cascade,
        reviewer_id                  uuid not null,
        super_event_id               uuid not null,
        score                        smallint not null check (score between 1 and 5),
        note                         text,
        created_at                   timestamptz not null default now(),
        updated_at                   timestamptz not null default now(),
        primary key (super_event_registration_id, reviewer_id)
      );
      create index review_of_super_event on registrations.review (super_event_id, reviewer_id);

      create table registrations.review_lease (
        super_event_id               uuid not null,
        reviewer_id                  uuid not null,
        super_event_registration_id  uuid not null unique references registrations.super_event_registration on delete cascade,
        expires_at                   timestamptz not null,
        primary key (super_event_id, reviewer_id)
      );

      create table registrations.review_ranking (
        super_event_id  uuid primary key,
        connected       boolean not null,
        pairs_right     double precision,
        effects         jsonb not null,
        calculated_at   timestamptz not null default now()
      );
    `);
  }
}
