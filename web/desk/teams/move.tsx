import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/choose.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/said.tsx';
import { count } from '../parts/words.ts';
import { moveTeam, type Team } from './requests.ts';

interface Props {
  readonly team: Team;
  readonly again: () => Promise<void>;
}

/** Moves a team to another track, once it was said what that does. */
export function Move({ team, again }: Props) {
  const { tracks } = useHackathon();
  const isOpen = useSignal(false);
  const others = tracks.filter(({ id }) => id !== team.track.id);
  if (others.length === 0) return <span class="quiet small">there is one track only</span>;
  const close = () => (isOpen.value = false);
  return (
    <>
      <Button kind="calm" aria-label={`Move: ${team.name}`} onClick={() => (isOpen.value = true)}>
        Move
      </Button>
      {isOpen.value && <Moving team={team} others={others} again={again} onClose={close} />}
    </>
  );
}

interface Choosing extends Props {
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}
function Moving({ team, others, again, onClose }: Choosing) {
  const hackathon = useHackathon();
  const target = useSignal(others[0]?.id ?? '');
  const move = async () => {
    const name = others.find(({ id }) => id === target.value)?.name ?? '';
    if (!(await attempt(() => moveTeam(hackathon, team.id, target.value), `${team.name} is on ${name} now.`))) return;
    onClose();
    await again();
  };
  return (
    <Dialog title={`Move ${team.name}`} onClose={onClose}>
      <Choose
        label="To the track"
        value={target.value}
        options={others.map(({ id, name }) => ({ value: id, name }))}
        onChoose={(chosen) => (target.value = chosen)}
      />
      <p>
        The whole team leaves {team.track.name}: {count(team.memberCount, 'person', 'people')}, who each get a new
        check-in code by email.
      </p>
      <div class="row">
        <Button onClick={move}>Move the team</Button>
        <Button kind="calm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
