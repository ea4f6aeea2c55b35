import type { ComponentChildren } from 'preact';

const signs = { info: 'ℹ', good: '✓', warn: '!', bad: '✕' } as const;

interface Props {
  readonly kind?: keyof typeof signs;
  readonly children: ComponentChildren;
  /** A button or link to do something about it. */
  readonly action?: ComponentChildren;
}

/** A sentence that matters, with a sign beside its colour. Screen readers say it when it appears. */
export const Notice = ({ kind = 'info', children, action }: Props) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    <span aria-hidden="true">{signs[kind]}</span>
    <p>{children}</p>
    {action}
  </div>
);
