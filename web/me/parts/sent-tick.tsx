/** A box that is sent as soon as it is ticked. */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Notice } from '../../shared/notice.tsx';
import { Tick } from '../../shared/tick.tsx';
import { attempt } from '../attempt.ts';

interface Props {
  /** As the service knows it. */
  readonly isOn: boolean;
  readonly send: (isOn: boolean) => Promise<unknown>;
  readonly testId?: string;
  readonly children: ComponentChild;
}

/** Until the outcome is known it shows what was chosen: the page may read the former state meanwhile. */
export function SentTick({ isOn, send, testId, children }: Props) {
  const chosen = useSignal<boolean | undefined>(undefined);
  const wrong = useSignal('');
  const set = async (value: boolean) => {
    chosen.value = value;
    wrong.value = await attempt(() => send(value));
    if (chosen.value === value) chosen.value = undefined;
  };
  return (
    <div class="field">
      <Tick data-testid={testId} checked={chosen.value ?? isOn} give={set}>
        {children}
      </Tick>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
    </div>
  );
}
