/**
 * Writes as a good engineer writes them in one process: a transaction each, with the look-up of everything that decides in
 * one prepared statement, then the change, the letter, the audit and the row that makes a repetition harmless. Letters are
 * put into the same queue, their secrets in plain text.
 */
import { createHash, randomBytes } from 'node:crypto';
import { app, ask, listen, type Statement } from './server.ts';
import { kept, writer, type Kept, type Writing } from './write.ts';

type Role = string | null;
const mayOrganize = ({ role, organizes }: { role: Role; organizes: boolean }) =>
  role === 'OWNER' || role === 'ADMIN' || organizes;
const theirs = ({ client, holder, key, hash }: Writing) =>
  [client, [holder.user_id, holder.organization_id, holder.key_id, key, hash]] as const;
/** Parameters of the reading statements: `$1` the viewer, `$2` their organization, `$3` to `$5` the write key. */
const member = `left join organizations.member m on m.organization_id = s.organization_id and m.user_id = $1`;
const known = (schema: string, action: string) =>
  `left join ${schema}.write_key w on w.scope = $3 and w.action = '${action}' and w.key = $4`;

interface Field {
  id: string;
  options: string[];
}
interface TrackFound extends Kept {
  super_event_id: string;
  is_open: boolean;
  parent_status: string | null;
  former_id: string | null;
  fields: Field[];
}
const lookAtTrack: Statement = {
  name: 'look at track',
  text: `select t.super_event_id, t.registration = 'open' as is_open, p.status as parent_status, r.id as former_id,
                (select coalesce(json_agg(json_build_object('id', f.id, 'options', f.options)), '[]')
                   from events.registration_field f where f.super_event_id = s.id) as fields, ${kept('$5')}
           from events.track t
           join events.super_event s on s.id = t.super_event_id and s.deleted_at is null ${member}
           left join registrations.super_event_registration p
                  on p.id = $7 and p.user_id = $1 and p.super_event_id = s.id
           left join registrations.registration r on r.event_id = t.id and r.user_id = $1 ${known('registrations', 'register')}
          where t.id = $6 and t.organization_id = $2 and t.deleted_at is null
            and (m.role is not null or t.status = 'final' and s.status = 'final' and s.visibility <> 'private')`,
};
const insertRegistration: Statement = {
  name: 'insert registration',
  text: `insert into registrations.registration
                (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, answers_json)
         values ($1, $2, $3, $4, $5, 'pending', $6)
         on conflict do nothing
         returning id, event_id, user_id, status, checkin_token`,
};

interface Registering {
  Params: { eventId: string };
  Body: { super_event_registration_id: string; answers_json: Record<string, string> };
}
const register = writer('registrations', 'register');
app.post<Registering>('/events/:eventId/register', (request, reply) => {
  const { eventId } = request.params;
  const { super_event_registration_id: parent_id, answers_json: answers } = request.body;
  const look = async (writing: Writing) => {
    const [client, values] = theirs(writing);
    return (await ask<TrackFound>(lookAtTrack, [...values, eventId, parent_id], client))[0];
  };
  const act = async ({ client, holder }: Writing, found: TrackFound) => {
    if (!found.parent_status) return { refused: [404, 'NOT_FOUND'] } as const;
    const fields = new Map(found.fields.map((field) => [field.id, field]));
    const isFit = ([id, answer]: [string, string]) => fields.get(id)?.options.includes(answer);
    if (!Object.entries(answers).every(isFit)) return { refused: [400, 'VALIDATION_FAILED'] } as const;
    if (found.former_id) return { refused: [409, 'ALREADY_REGISTERED'] } as const;
    if (!found.is_open) return { refused: [409, 'REGISTRATION_CLOSED'] } as const;
    const { organization_id, user_id } = holder;
    const values = [organization_id, found.super_event_id, eventId, parent_id, user_id, JSON.stringify(answers)];
    const [row] = await ask<{ id: string }>(insertRegistration, values, client);
    if (!row) return { refused: [409, 'ALREADY_REGISTERED'] } as const;
    const ids = { registration_id: row.id, user_id };
    return {
      status: 201,
      data: row,
      changes: [{ ids, before: {}, after: { status: 'pending', answers_json: answers } }],
    };
  };
  return register(request, reply, [look, act]);
});

interface RegistrationFound extends Kept {
  role: Role;
  organizes: boolean;
  status: string;
  user_id: string;
  parent_id: string;
  parent_status: string;
  super_event_id: string;
  is_paid: boolean;
}
const lookAtRegistration: Statement = {
  name: 'look at registration',
  text: `select m.role, r.status, r.user_id, p.id as parent_id, p.status as parent_status, r.super_event_id,
                s.payment_status = 'paid' as is_paid,
                exists (select 1 from events.track_role o
                         where o.event_id = r.event_id and o.user_id = $1 and o.role = 'ORGANIZER') as organizes,
                ${kept('$5')}
           from registrations.registration r
           join registrations.super_event_registration p on p.id = r.super_event_registration_id
           join events.super_event s on s.id = r.super_event_id and s.deleted_at is null
           join events.track t on t.id = r.event_id and t.deleted_at is null ${member}
           ${known('registrations', 'updateStatus')}
          where r.id = $6 and r.organization_id = $2`,
};
const acceptParent: Statement = {
  name: 'accept parent',
  text: `update registrations.super_event_registration set status = 'accepted', updated_at = now()
          where id = $1 and status <> 'accepted'`,
};
const takeSeat: Statement = {
  name: 'take seat',
  text: `insert into registrations.seat as s (super_event_id, accepted) values ($1, 1)
         on conflict (super_event_id) do update set accepted = s.accepted + 1
          where (select e.max_participants is null or s.accepted < e.max_participants
                   from events.super_event e where e.id = s.super_event_id)
         returning accepted`,
};
/** Changes the registration and queues the letter about it in one statement. */
const decide: Statement = {
  name: 'decide',
  text: `with moved as (
           update registrations.registration set status = $2, updated_at = now() where id = $1 and status <> $2
           returning id, event_id, super_event_id, user_id, checkin_token)
         select m.id, published.send_letter('decision', p.email,
                  jsonb_build_object('data', jsonb_build_object('name', p.name, 'status', $2::text,
                    'super_event_name', s.name, 'event_name', t.name), 'sealed', m.checkin_token),
                  concat('decision ', m.id, ' ', $2, ' ', now()))::text
           from moved m join identity.person p on p.id = m.user_id
           join events.super_event s on s.id = m.super_event_id
           join events.track t on t.id = m.event_id`,
};

interface Deciding {
  Params: { id: string };
  Body: { status: string };
}
const updateStatus = writer('registrations', 'updateStatus');
app.patch<Deciding>('/registrations/:id/status', (request, reply) => {
  const { id } = request.params;
  const { status } = request.body;
  const look = async (writing: Writing) => {
    const [client, values] = theirs(writing);
    return (await ask<RegistrationFound>(lookAtRegistration, [...values, id], client))[0];
  };
  const act = async ({ client }: Writing, found: RegistrationFound) => {
    const { user_id, parent_id, super_event_id } = found;
    if (!mayOrganize(found)) return { refused: [403, 'PERMISSION_DENIED'] } as const;
    if (found.status === status) return { status: 200, data: { updated: false, status }, changes: [] };
    const changes = [{ ids: { registration_id: id, user_id }, before: { status: found.status }, after: { status } }];
    if (status === 'accepted' && found.parent_status !== 'accepted') {
      if (!found.is_paid) return { refused: [402, 'EVENT_NOT_PAID'] } as const;
      await ask(acceptParent, [parent_id], client);
      if ((await ask(takeSeat, [super_event_id], client)).length === 0) {
        return { refused: [409, 'MAX_PARTICIPANTS_REACHED'] } as const;
      }
      const before = { status: found.parent_status };
      changes.push({ ids: { registration_id: parent_id, user_id }, before, after: { status } });
    }
    await ask(decide, [id, status], client);
    return { status: 200, data: { updated: true, status }, changes };
  };
  return updateStatus(request, reply, [look, act]);
});

interface PersonFound extends Kept {
  id: string;
  role: Role;
  organizes: boolean;
  is_paid: boolean;
  tracks: number;
  is_closed: boolean;
  user_id: string | null;
  is_onboarded: boolean | null;
  registration_status: string | null;
  is_invited: boolean;
}
const lookAtPerson: Statement = {
  name: 'look at person',
  text: `select s.id, m.role, s.payment_status = 'paid' as is_paid, t.tracks, t.is_closed, t.organizes, p.id as user_id,
                p.email_confirmed_at is not null and p.name is not null as is_onboarded, r.status as registration_status,
                exists (select 1 from onboarding.invite i where i.super_event_id = s.id and i.email = $7
                                                            and i.status = 'pending' and i.expires_at > now()) as is_invited,
                ${kept('$5')}
           from events.super_event s
          cross join lateral (
                select count(*)::int as tracks, coalesce(bool_and(t.registration = 'closed'), false) as is_closed,
                       coalesce(bool_or(exists (select 1 from events.track_role o where o.event_id = t.id
                                                   and o.user_id = $1 and o.role = 'ORGANIZER')), false) as organizes
                  from events.track t where t.super_event_id = s.id and t.deleted_at is null) t
           left join identity.person p on p.email = $7
           left join registrations.super_event_registration r on r.super_event_id = s.id and r.user_id = p.id
           ${member} ${known('onboarding', 'onboard')}
          where s.organization_id = $2 and s.deleted_at is null
            and s.id = (select g.target_id from events.slug g where g.organization_id = $2 and g.kind = 'super_event'
                           and g.slug = $6 and (g.retired_at is null or g.retired_at > now() - interval '30 days'))`,
};
const enroll: Statement = {
  name: 'enroll',
  text: `with placed as (
           insert into registrations.super_event_registration as r (organization_id, super_event_id, user_id, status)
           values ($1, $2, $3, 'accepted')
           on conflict (super_event_id, user_id) do update set status = 'accepted', updated_at = now()
            where r.status <> 'accepted'
           returning id, super_event_id, user_id, checkin_token)
         select m.id, published.send_letter('decision', p.email,
                  jsonb_build_object('data', jsonb_build_object('name', p.name, 'status', 'accepted',
                    'super_event_name', s.name, 'event_name', null), 'sealed', m.checkin_token),
                  concat('decision ', m.id, ' accepted ', now()))::text
           from placed m join identity.person p on p.id = m.user_id
           join events.super_event s on s.id = m.super_event_id`,
};
const invite: Statement = {
  name: 'invite',
  text: `with placed as (
           insert into onboarding.invite (organization_id, super_event_id, email, token_hash, invited_by)
           values ($1, $2, $3, $4, $5)
           on conflict (super_event_id, email) where status = 'pending' do nothing
           returning id, super_event_id, organization_id, expires_at)
         select i.id, published.send_letter('invitation', $3,
                  jsonb_build_object('data', jsonb_build_object('name', null, 'organization_name', o.name,
                    'super_event_name', s.name, 'expires_at', i.expires_at), 'sealed', $6::text),
                  concat('invitation ', i.id))::text
           from placed i join events.super_event s on s.id = i.super_event_id
           join organizations.organization o on o.id = i.organization_id`,
};

interface Onboarding {
  Params: { slug: string };
  Body: { email: string };
}
const onboard = writer('onboarding', 'onboard');
app.post<Onboarding>('/super-events/:slug/participants', (request, reply) => {
  const email = request.body.email.toLowerCase();
  const look = async (writing: Writing) => {
    const [client, values] = theirs(writing);
    return (await ask<PersonFound>(lookAtPerson, [...values, request.params.slug, email], client))[0];
  };
  const act = async ({ client, holder }: Writing, found: PersonFound) => {
    const { id, user_id } = found;
    const { organization_id } = holder;
    if (!mayOrganize(found)) return { refused: [403, 'PERMISSION_DENIED'] } as const;
    if (found.registration_status === 'accepted')
      return { status: 200, data: { status: 'already_enrolled' }, changes: [] };
    if (found.is_invited) return { status: 200, data: { status: 'already_invited', email }, changes: [] };
    if (!found.is_paid) return { refused: [402, 'EVENT_NOT_PAID'] } as const;
    if (found.tracks === 0) return { refused: [409, 'NO_TRACKS'] } as const;
    if (found.is_closed) return { refused: [409, 'REGISTRATION_CLOSED'] } as const;
    if (user_id && found.is_onboarded) {
      const [parent] = await ask<{ id: string }>(enroll, [organization_id, id, user_id], client);
      const hasSeat = (await ask(takeSeat, [id], client)).length > 0;
      if (!hasSeat) return { refused: [409, 'MAX_PARTICIPANTS_REACHED'] } as const;
      const ids = { super_event_registration_id: parent?.id, user_id };
      const changes = [{ ids, before: {}, after: { status: 'accepted' } }];
      return { status: 201, data: { status: 'enrolled', userId: user_id }, changes };
    }
    const token = randomBytes(24).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    const [placed] = await ask<{ id: string }>(
      invite,
      [organization_id, id, email, hash, holder.user_id, token],
      client,
    );
    const changes = [{ ids: { invite_id: placed?.id }, before: {}, after: { email, status: 'pending' } }];
    return { status: 201, data: { status: 'invited', email }, changes };
  };
  return onboard(request, reply, [look, act]);
});

await listen();
