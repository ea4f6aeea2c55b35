/** Edits one team: its name and members, and deletes it. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Search } from '../parts/fields.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { acts, people as ofPeople } from '../texts/en.ts';
import { addMember, deleteTeam, listFree, removeMember, renameTeam, seatTeam, type Team } from './requests.ts';
import { editing, teams } from './texts/en.ts';

interface Props {
  readonly team: Team;
  readonly again: () => Promise<void>;
}

interface Editing extends Props {
  readonly onClose: () => void;
}
export const EditTeam = ({ onClose, ...rest }: Editing) => (
  <Dialog title={editing.title(rest.team.name)} onClose={onClose}>
    <Rename {...rest} />
    <Seat {...rest} />
    <Members {...rest} />
    <AddMember {...rest} />
    <Delete {...rest} onClose={onClose} />
  </Dialog>
);

function Rename({ team, again }: Props) {
  const hackathon = useHackathon();
  const { texts, field, send } = useTexts({ name: team.name });
  const wanted = texts.value.name.trim();
  const rename = async () => {
    if (await send(() => renameTeam(hackathon, team.id, wanted), editing.renamed(wanted))) await again();
  };
  return (
    <Form onSend={rename}>
      <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
      <div>
        <Button kind="calm" disabled={!online.value || wanted === team.name}>
          {editing.rename}
        </Button>
      </div>
    </Form>
  );
}

function Seat({ team, again }: Props) {
  const hackathon = useHackathon();
  const { texts, field, send } = useTexts({ table: team.table ?? '' });
  const wanted = texts.value.table.trim() || null;
  const seat = async () => {
    const done = wanted === null ? editing.unseated : editing.seated(wanted);
    if (await send(() => seatTeam(hackathon, team.id, wanted), done)) await again();
  };
  return (
    <Form onSend={seat}>
      <Field label={teams.table} hint={forms.mayBeLeftOut} maxLength={20} autocomplete="off" {...field('table')} />
      <div>
        <Button kind="calm" disabled={!online.value || wanted === team.table}>
          {editing.seat}
        </Button>
      </div>
    </Form>
  );
}

type Member = Team['members'][number];
const nameOf = ({ name, email }: Pick<Member, 'email'> & { readonly name: string | null }) => name ?? email;

function Members({ team, again }: Props) {
  const { members, memberCount, maxMembers } = team;
  const asked = useSignal<string>();
  return (
    <section class="stack" aria-labelledby="members">
      <h3 id="members">{editing.members(memberCount, maxMembers)}</h3>
      {members.length === 0 && <p class="quiet">{editing.nobody}</p>}
      <ul class="plain">
        {members.map((member) => (
          <li key={member.userId} class="stack">
            <div class="row spread acts">
              <span class="who">
                {nameOf(member)} {member.role === 'LEADER' && <span class="tag">{teams.leads}</span>}
              </span>
              <Button
                kind="danger"
                aria-label={editing.removeWho(nameOf(member))}
                disabled={!online.value}
                onClick={() => (asked.value = member.userId)}
              >
                {editing.remove}
              </Button>
            </div>
            {asked.value === member.userId && <Removing team={team} member={member} again={again} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asked in place, for one window is enough. */
function Removing({ team, member, again }: Props & { readonly member: Member }) {
  const hackathon = useHackathon();
  const leads = member.role === 'LEADER' && team.members.length > 1;
  const remove = async () => {
    const said = editing.removed(nameOf(member), team.name);
    if (await attempt(() => removeMember(hackathon, team.id, member.userId), said)) await again();
  };
  return (
    <div class="row">
      <p>{(leads ? editing.keepsPlaceLed : editing.keepsPlace)(team.track.name)}</p>
      <Button kind="danger" onClick={remove}>
        {editing.removeSure}
      </Button>
    </div>
  );
}

function AddMember({ team, again }: Props) {
  const hackathon = useHackathon();
  const search = useSignal('');
  const keys = [team.id, team.memberCount, search.value];
  const free = useLoaded((signal) => listFree(hackathon, team, search.value, signal), keys);
  if (team.isFull) return <p class="quiet">{editing.isFull}</p>;
  const add = async (userId: string, name: string) => {
    const said = editing.added(name, team.name);
    if (await attempt(() => addMember(hackathon, team.id, userId), said)) await again();
  };
  const none = (search.value ? editing.nobodyFound : editing.nobodyFree)(team.track.name);
  return (
    <section class="stack" aria-labelledby="free">
      <h3 id="free">{editing.addTitle}</h3>
      <Search label={ofPeople.search} text={search.value} onSearch={(text) => (search.value = text)} />
      <Shown of={free}>
        {(people) => (people.length === 0 ? <p class="quiet">{none}</p> : <Free people={people} onAdd={add} />)}
      </Shown>
    </section>
  );
}

interface Choosing {
  readonly people: Awaited<ReturnType<typeof listFree>>;
  readonly onAdd: (userId: string, name: string) => Promise<void>;
}
const Free = ({ people, onAdd }: Choosing) => (
  <ul class="plain">
    {people.map(({ userId, name, email }) => (
      <li key={userId} class="row spread acts">
        <span class="who">
          {name ?? email} {name && <span class="quiet small">{email}</span>}
        </span>
        <Button
          kind="calm"
          aria-label={editing.addWho(name ?? email)}
          disabled={!online.value}
          onClick={() => onAdd(userId, name ?? email)}
        >
          {forms.add}
        </Button>
      </li>
    ))}
  </ul>
);

/** Asks in place, for one window is enough. */
function Delete({ team, again, onClose }: Editing) {
  const hackathon = useHackathon();
  const isAsked = useSignal(false);
  const remove = async () => {
    if (!(await attempt(() => deleteTeam(hackathon, team.id), editing.deleted(team.name)))) return;
    onClose();
    await again();
  };
  if (!isAsked.value)
    return (
      <div>
        <Button kind="danger" disabled={!online.value} onClick={() => (isAsked.value = true)}>
          {editing.delete}
        </Button>
      </div>
    );
  return (
    <section class="stack" aria-labelledby="deletion">
      <h3 id="deletion">{editing.deleteWho(team.name)}</h3>
      <p>{team.memberCount > 0 ? editing.loses(team.memberCount, team.track.name) : editing.forGood}</p>
      <div class="row">
        <Button kind="danger" disabled={!online.value} onClick={remove}>
          {editing.deleteSure}
        </Button>
        <Button kind="calm" onClick={() => (isAsked.value = false)}>
          {acts.cancel}
        </Button>
      </div>
    </section>
  );
}
