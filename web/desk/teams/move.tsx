import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ButtonFor } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { acts } from '../texts/en.ts';
import { moveTeam, type Team } from './requests.ts';
import { moving } from './texts/en.ts';

interface Props {
  readonly team: Team;
  readonly again: () => Promise<void>;
}

/** Moves a team to another track, once it was said what that does. */
export function Move({ team, again }: Props) {
  const { tracks } = useHackathon();
  const isOpen = useSignal(false);
  const others = tracks.filter(({ id }) => id !== team.track.id);
  if (others.length === 0) return <span class="quiet small">{moving.oneTrack}</span>;
  const close = () => (isOpen.value = false);
  return (
    <>
      <ButtonFor
        label={moving.move}
        about={team.name}
        kind="calm"
        disabled={!online.value}
        onClick={() => (isOpen.value = true)}
      />
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
    if (!(await attempt(() => moveTeam(hackathon, team.id, target.value), moving.moved(team.name, name)))) return;
    onClose();
    await again();
  };
  return (
    <Dialog title={moving.title(team.name)} onClose={onClose}>
      <Choose
        label={moving.to}
        value={target.value}
        options={others.map(({ id, name }) => ({ value: id, name }))}
        onChoose={(chosen) => (target.value = chosen)}
      />
      <p>{moving.explained(team.track.name, team.memberCount)}</p>
      <div class="row">
        <Button onClick={move}>{moving.yes}</Button>
        <Button kind="calm" onClick={onClose}>
          {acts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
