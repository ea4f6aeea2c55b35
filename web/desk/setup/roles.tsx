import { useSignal } from '@preact/signals';
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { Rows, type Column } from '../parts/rows.tsx';
import { day } from '../../shared/time.ts';
import { useHackathon, type Hackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful, Dialog } from '../parts/dialog.tsx';
import { Choose } from '../parts/fields.tsx';
import { Form, Ticks, useTexts, useTicks } from '../parts/form.tsx';
import { ComingRows, Pages, Shown, useSlices } from '../parts/listing.tsx';
import { forms } from '../parts/texts/en.ts';
import { attempt, explain } from '../parts/said.tsx';
import { roles as words } from './texts/en.ts';

type Role = Answer<'events', 'listRoles'>['roles'][number];
type Invite = Answer<'events', 'listRoleInvites'>['invites'][number];
/** Somebody with a role on a track, or invited to it. */
interface Held {
  readonly key: string;
  readonly name: string;
  readonly role: Role['role'] | Invite['role'];
  readonly track: Hackathon['tracks'][number];
  readonly user_id?: string;
  /** Of an invitation. */
  readonly until?: string;
}

async function readRoles({ id, tracks, isAdministered }: Hackathon, signal: AbortSignal): Promise<readonly Held[]> {
  const lists = await Promise.all(tracks.map((track) => api.events.listRoles({ eventId: track.id }, { signal })));
  const held = lists.flatMap(({ roles }, index) => {
    const track = tracks[index];
    return track
      ? roles
          .filter(({ role }) => role !== 'PARTICIPANT')
          .map((each) => ({ ...each, track, key: `${each.user_id} ${each.role} ${track.id}` }))
      : [];
  });
  const { invites } = isAdministered
    ? await api.events.listRoleInvites({ superEventId: id }, { signal })
    : { invites: [] };
  const invited = invites.flatMap(({ event_id, status, email, role, expires_at, ...invite }) => {
    const track = tracks.find((each) => each.id === event_id);
    return track && status === 'pending' ? [{ key: invite.id, name: email, role, track, until: expires_at }] : [];
  });
  return [...held, ...invited].toSorted((a, b) => a.role.localeCompare(b.role) || a.name.localeCompare(b.name));
}

/** Organizers, mentors and judges of the tracks, and those who are invited. */
export function Roles() {
  const hackathon = useHackathon();
  const keys = [hackathon.id, hackathon.tracks.length];
  const roles = useLoaded((signal) => readRoles(hackathon, signal), keys, 'roles');
  useFresh(hackathon.live, roles.again, ['role']);
  const isOpen = useSignal(false);
  return (
    <section class="card" aria-labelledby="roles">
      <div class="row spread">
        <h2 id="roles">{words.title}</h2>
        {hackathon.isAdministered && (
          <Button kind="calm" disabled={!online.value} onClick={() => (isOpen.value = true)}>
            {words.inviteSomebody}
          </Button>
        )}
      </div>
      <Shown of={roles} coming={<ComingRows />}>
        {(rows) => <List roles={rows} again={roles.again} />}
      </Shown>
      {isOpen.value && <Invite again={roles.again} onClose={() => (isOpen.value = false)} />}
    </section>
  );
}

function List({ roles, again }: { readonly roles: readonly Held[]; readonly again: () => Promise<void> }) {
  const { zone } = useHackathon();
  const { shown, turning } = useSlices(roles);
  if (roles.length === 0) return <Empty>{words.none}</Empty>;
  const columns: readonly Column<Held>[] = [
    { name: words.person, show: ({ name }) => <strong>{name}</strong> },
    { name: words.role, show: ({ role }) => words.names[role], isPlain: true },
    { name: words.track, show: ({ track }) => track.name, isPlain: true },
    {
      name: forms.change,
      at: 'end',
      show: (held) =>
        held.until ? (
          <>
            <span class="tag">{words.invitedUntil(day(held.until, zone))}</span>
            <Uninvite held={held} again={again} />
          </>
        ) : (
          <Withdraw held={held} again={again} />
        ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={shown} keyOf={({ key }) => key} testId="role-row" />
      <Pages {...turning} />
    </div>
  );
}

interface Withdrawing {
  readonly held: Held;
  readonly again: () => Promise<void>;
}
function Withdraw({ held, again }: Withdrawing) {
  const { user_id = '', role, name, track } = held;
  const done = words.withdrawn(name, words.names[role], track.name);
  return (
    <div class="row tight acts">
      <Careful
        label={words.withdraw}
        about={words.held(name, words.names[role], track.name)}
        title={words.takeFrom(name)}
        onYes={async () => {
          const remove = () => api.events.removeRole({ eventId: track.id, userId: user_id, role });
          if (await attempt(remove, done)) await again();
        }}
      >
        {role === 'JUDGE' ? words.judgesNoMore(name, track.name) : words.losesRights(name, track.name)}
      </Careful>
    </div>
  );
}

/** Of an invitation the key is its id. */
function Uninvite({ held: { key, name, role, track }, again }: Withdrawing) {
  const { id } = useHackathon();
  return (
    <div class="row tight acts">
      <Careful
        label={words.uninviteLabel}
        about={words.held(name, words.names[role], track.name)}
        title={words.uninvite(name)}
        onYes={async () => {
          const withdraw = () => api.events.withdrawRoleInvite({ superEventId: id, id: key });
          if (await attempt(withdraw, words.uninvited(name, track.name), whyNotWithdrawn)) await again();
        }}
      >
        {words.linkEnds(track.name)}
      </Careful>
    </div>
  );
}

const whyNotWithdrawn: typeof explain = (error) => (isRefusal(error, 'NOT_FOUND') ? words.isAnswered : explain(error));

const invitable = (['JUDGE', 'MENTOR', 'ORGANIZER', 'PARTNER', 'TECH_PARTNER'] as const).map((value) => ({
  ...{ value, name: words.names[value] },
}));

function Invite({ again, onClose }: { readonly again: () => Promise<void>; readonly onClose: () => void }) {
  const hackathon = useHackathon();
  const { texts, field } = useTexts({ email: '', message: '' });
  const role = useSignal<(typeof invitable)[number]['value']>('JUDGE');
  const { ticked, toggle } = useTicks(hackathon.tracks.map(({ id }) => id));
  const isOrganizer = role.value === 'ORGANIZER';
  const send = async () => {
    const { email, message } = texts.value;
    const give = () =>
      role.value === 'ORGANIZER'
        ? makeOrganizer(hackathon, email, ticked)
        : invite(hackathon, { email, role: role.value, message: message.trim(), tracks: ticked });
    if (!(await attempt(give, (said) => said, whyNot))) return;
    texts.value = { email: '', message };
    await again();
  };
  return (
    <Dialog title={words.inviteSomebody} onClose={onClose}>
      <Form onSend={send}>
        <Choose label={words.role} value={role.value} options={invitable} onChoose={(next) => (role.value = next)} />
        <Field label={forms.email} type="email" required autocomplete="off" {...field('email')} />
        {hackathon.tracks.length > 1 && (
          <Ticks legend={words.tracks} options={hackathon.tracks} ticked={ticked} onToggle={toggle} />
        )}
        {isOrganizer ? (
          <p class="quiet small">{words.needAccount}</p>
        ) : (
          <Field
            label={words.message}
            hint={forms.mayBeLeftOut}
            maxLength={2000}
            autocomplete="off"
            {...field('message')}
          />
        )}
        <Button disabled={ticked.length === 0}>{isOrganizer ? words.makeOrganizer : words.invite}</Button>
      </Form>
    </Dialog>
  );
}

const whyNot: typeof explain = (error) => (isRefusal(error, 'NOT_FOUND') ? words.noAccount : explain(error));

interface Invited {
  readonly email: string;
  readonly role: Invite['role'];
  readonly message: string;
  readonly tracks: readonly string[];
}
async function invite({ id }: Hackathon, { email, role, message, tracks }: Invited): Promise<string> {
  const wanted = { superEventId: id, email, role, trackIds: [...tracks], ...(message && { message }) };
  const { invites } = await api.events.createRoleInvites(wanted);
  return invites.length > 0 ? words.invited(email) : words.invitedBefore(email);
}

/** Organizers are members of the organization. */
async function makeOrganizer({ organization }: Hackathon, email: string, tracks: readonly string[]): Promise<string> {
  const user_id = await memberOf(organization.id, email);
  for (const eventId of tracks) await api.events.assignRole({ eventId, user_id, role: 'ORGANIZER' });
  return words.isOrganizer(email);
}

async function memberOf(orgId: string, email: string): Promise<string> {
  try {
    return (await api.organizations.addMember({ orgId, email, role: 'MEMBER' })).user_id;
  } catch (error) {
    // Roles of owners and administrators cannot be changed here.
    if (isRefusal(error, 'ALREADY_MEMBER')) return error.extras.user_id;
    throw error;
  }
}
