/** The members of an organization: adds them, gives them another role, and removes them. */
import { useSignal, type Signal } from '@preact/signals';
import { isRefusal } from '../../../../clients/typescript/src/index.ts';
import { administers, type OrganizationRole } from '../../../../shared/contract/values.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { online } from '../../../shared/online.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { Form, useTexts } from '../../parts/form.tsx';
import { ButtonFor, Pages, useSlices } from '../../parts/listing.tsx';
import { Rows, type Column } from '../../parts/rows.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { addMember, changeRole, removeMember, type Editing, type Member } from './requests.ts';
import { members as words } from './texts/en.ts';

export function Members(editing: Editing) {
  const { shown, turning } = useSlices(editing.organization.members);
  const isAdding = useSignal(false);
  return (
    <section class="card" aria-labelledby="members">
      <div class="row spread">
        <h2 id="members">{words.title}</h2>
        <Button kind="calm" disabled={!online.value} onClick={() => (isAdding.value = true)}>
          {words.add}
        </Button>
      </div>
      <p class="quiet small">{words.rights}</p>
      <div class="listing">
        <Rows
          caption={words.caption}
          columns={columnsOf(editing)}
          rows={shown}
          keyOf={({ user_id }) => user_id}
          testId="member-row"
        />
        <Pages {...turning} />
      </div>
      {isAdding.value && <Add {...editing} onClose={() => (isAdding.value = false)} />}
    </section>
  );
}

/** Owners are changed by owners alone. */
const columnsOf = (editing: Editing): readonly Column<Member>[] => {
  const { id, isOwner } = editing.organization.viewer;
  const named = ({ user_id, name }: Member) => (
    <span>
      <strong>{name}</strong> {user_id === id && <span class="tag">{words.you}</span>}
    </span>
  );
  const acts = (member: Member) =>
    isOwner || member.role !== 'OWNER' ? <Acts {...editing} member={member} /> : undefined;
  return [
    { name: words.member, show: named, below: ({ email }) => email },
    { name: words.role, show: ({ role }) => words.roles[role], isPlain: true },
    { name: forms.change, at: 'end', show: acts },
  ];
};

/** Reads the list again; a person who has just lost the setup by it goes on where the desk still leads them. */
const goOn = async ({ again }: Editing, isGone: boolean) => (isGone ? location.assign(location.pathname) : again());

const whyNot: typeof explain = (error) => (isRefusal(error, 'LAST_OWNER') ? words.lastOwner : explain(error));

interface Acting extends Editing {
  readonly member: Member;
}
function Acts(acting: Acting) {
  const { organization, member } = acting;
  const { user_id, name } = member;
  const isChanging = useSignal(false);
  const isSelf = user_id === organization.viewer.id;
  const remove = async () => {
    const take = () => removeMember(organization.id, user_id);
    if (await attempt(take, words.removed(name), whyNot)) await goOn(acting, isSelf);
  };
  return (
    <div class="row tight acts">
      <ButtonFor
        label={words.changeRole}
        about={name}
        kind="calm"
        disabled={!online.value}
        onClick={() => (isChanging.value = true)}
      />
      <Careful label={words.remove} about={name} title={isSelf ? words.leave : words.removeWhom(name)} onYes={remove}>
        {isSelf ? words.leaving : words.removing(name)}
      </Careful>
      {isChanging.value && <ChangeRole {...acting} onClose={() => (isChanging.value = false)} />}
    </div>
  );
}

interface Giving {
  readonly organization: Editing['organization'];
  readonly role: Signal<OrganizationRole>;
}
/** Only owners make owners. */
const ChooseRole = ({ organization: { viewer }, role }: Giving) => (
  <Choose
    label={words.role}
    value={role.value}
    options={optionsOf(words.roles).filter(({ value }) => viewer.isOwner || value !== 'OWNER')}
    onChoose={(next) => (role.value = next)}
  />
);

function ChangeRole({ onClose, ...acting }: Acting & { readonly onClose: () => void }) {
  const { organization, member } = acting;
  const { user_id, name } = member;
  const isSelf = user_id === organization.viewer.id;
  const role = useSignal(member.role);
  const save = async () => {
    const put = () => changeRole(organization.id, user_id, role.value);
    if (!(await attempt(put, words.isNow(name, words.roles[role.value]), whyNot))) return;
    await goOn(acting, isSelf && !administers(role.value));
    onClose();
  };
  return (
    <Dialog title={words.roleOf(name)} onClose={onClose}>
      <Form onSend={save}>
        <ChooseRole organization={organization} role={role} />
        {isSelf && <p class="quiet small">{words.yourOwn}</p>}
        <Button disabled={!online.value}>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

const whyNotAdded: typeof explain = (error) => {
  if (isRefusal(error, 'NOT_FOUND')) return words.noAccount;
  return isRefusal(error, 'ALREADY_MEMBER') ? words.already(words.roles[error.extras.role]) : explain(error);
};

function Add({ organization, again, onClose }: Editing & { readonly onClose: () => void }) {
  const { texts, field } = useTexts({ email: '' });
  const role = useSignal<OrganizationRole>('MEMBER');
  const add = async () => {
    const { email } = texts.value;
    const put = () => addMember(organization.id, email, role.value);
    if (!(await attempt(put, words.isNow(email, words.roles[role.value]), whyNotAdded))) return;
    await again();
    onClose();
  };
  return (
    <Dialog title={words.add} onClose={onClose}>
      <Form onSend={add}>
        <Field label={forms.email} type="email" required autocomplete="off" {...field('email')} />
        <ChooseRole organization={organization} role={role} />
        <Button disabled={!online.value}>{forms.add}</Button>
      </Form>
    </Dialog>
  );
}
