import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes } from 'preact';

interface Props extends Omit<ButtonHTMLAttributes, 'onClick' | 'class'> {
  readonly class?: string;
  readonly kind?: 'calm' | 'bare' | 'danger';
  /** While its action runs, the button ignores clicks and keeps the focus. */
  readonly onClick?: (event: MouseEvent) => unknown;
}

/** A button. In a form without `onClick` it sends the form. */
export function Button({ kind, onClick, class: more, disabled, children, ...rest }: Props) {
  const isBusy = useSignal(false);
  const click = async (event: MouseEvent) => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await onClick?.(event);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      {...rest}
      class={['button', kind, more].filter(Boolean).join(' ')}
      disabled={disabled === true}
      aria-disabled={isBusy.value || undefined}
      {...(onClick && { onClick: (event: MouseEvent) => void click(event) })}
    >
      {children}
    </button>
  );
}
