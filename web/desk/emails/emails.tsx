/** Emails to the people of the hackathon: those that were sent, those that wait, and writing another. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { Rows, type Column } from '../parts/rows.tsx';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { Careful } from '../parts/dialog.tsx';
import { Toolbar } from '../parts/fields.tsx';
import { ComingRows, Pages, Shown, useSlices } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { views } from '../texts/en.ts';
import { Editor } from './editor.tsx';
import { cancel, readAnnouncements, remove, type Announcement } from './requests.ts';
import { emails, emailStates } from './texts/en.ts';

export function Emails() {
  const hackathon = useHackathon();
  const announcements = useLoaded((signal) => readAnnouncements(hackathon, signal), [hackathon.id], 'announcements');
  useFresh(hackathon.live, announcements.again, ['announcement']);
  const isMoving = announcements.data?.some(({ status }) => status === 'sending' || status === 'scheduled') ?? false;
  // There is no fact for each email.
  useEvery(isMoving ? 2 : 30, announcements.again);
  /** The email in the editor; null for a new one. */
  const edited = useSignal<Announcement | null | undefined>(undefined);
  const close = () => void (edited.value = undefined);
  return (
    <>
      <Toolbar title={views.emails}>
        <div class="end">
          <Button data-testid="announce-new" disabled={!online.value} onClick={() => void (edited.value = null)}>
            {emails.new}
          </Button>
        </div>
      </Toolbar>
      <Shown of={announcements} coming={<ComingRows />}>
        {(data) =>
          data.length === 0 ? (
            <Empty
              action={
                <Button kind="calm" disabled={!online.value} onClick={() => void (edited.value = null)}>
                  {emails.writeFirst}
                </Button>
              }
            >
              {emails.none}
            </Empty>
          ) : (
            <Listing announcements={data} again={announcements.again} onEdit={(one) => void (edited.value = one)} />
          )
        }
      </Shown>
      {edited.value !== undefined && <Editor announcement={edited.value} again={announcements.again} onClose={close} />}
    </>
  );
}

interface Props {
  readonly announcements: readonly Announcement[];
  readonly again: () => Promise<void>;
  readonly onEdit: (announcement: Announcement) => void;
}
function Listing({ announcements, again, onEdit }: Props) {
  const { zone } = useHackathon();
  const { shown, turning } = useSlices(announcements);
  const columns: readonly Column<Announcement>[] = [
    {
      name: emails.subject,
      show: (one) =>
        isOpen(one) ? (
          <Button kind="bare" onClick={() => onEdit(one)}>
            {one.subject}
          </Button>
        ) : (
          <strong>{one.subject}</strong>
        ),
    },
    { name: forms.state, show: (one) => <State announcement={one} zone={zone} />, isPlain: true },
    { name: emails.progress, show: progressOf, isPlain: true },
    { name: forms.change, at: 'end', show: (one) => <Change announcement={one} again={again} /> },
  ];
  return (
    <div class="listing">
      <Rows caption={emails.caption} columns={columns} rows={shown} keyOf={({ id }) => id} testId="announce-row" />
      <Pages {...turning} />
    </div>
  );
}

const isOpen = ({ status }: Announcement) => status === 'draft' || status === 'scheduled';

const State = ({ announcement, zone }: { readonly announcement: Announcement; readonly zone: string }) => {
  const { status, send_at, sent_at } = announcement;
  const at = status === 'scheduled' ? send_at : sent_at;
  return (
    <>
      {emailStates[status]}
      {at && <div class="quiet small">{moment(at, zone)}</div>}
    </>
  );
};

function progressOf({ recipients, sent, failed }: Announcement) {
  if (recipients === null) return undefined;
  return (
    <>
      <progress aria-label={emails.bar} value={sent + failed} max={recipients || 1} />
      <div class="small">{emails.sent(sent, recipients, failed)}</div>
    </>
  );
}

/** An email that was sent cannot be cancelled; one that waits can. */
function Change({ announcement, again }: Pick<Props, 'again'> & { readonly announcement: Announcement }) {
  const { id, subject, status, queued } = announcement;
  const does = async (work: () => Promise<unknown>, done: string) => {
    if (await attempt(work, done)) await again();
  };
  if (status === 'draft') {
    return (
      <Careful
        label={forms.delete}
        kind="bare"
        about={subject}
        title={emails.deleteSure}
        onYes={() => does(() => remove(id), emails.deleted)}
      >
        {emails.nobodyGotIt}
      </Careful>
    );
  }
  if (status !== 'scheduled' && status !== 'sending') return null;
  return (
    <Careful
      label={emails.cancel}
      kind="bare"
      about={subject}
      title={emails.cancelSure}
      onYes={() => does(() => cancel(id), emails.cancelled)}
    >
      {status === 'sending' ? emails.notLeft(queued) : emails.nobodyGets}
    </Careful>
  );
}
