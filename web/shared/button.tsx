import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes } from 'preact';

interface Props extends Omit<ButtonHTMLAttributes, 'onClick' | 'class'> {
  readonly class?: string;
  readonly kind?: 'calm' | 'bare' | 'danger';
  /** While what it answers is under way, the button takes no other click, and keeps the focus. */
  readonly onClick?: () => unknown;
}

/** A button. In a form without `onClick` it sends the form. */
export function Button({ kind, onClick, class: more, disabled, children, ...rest }: Props) {
  const isBusy = useSignal(false);
  const click = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await onClick?.();
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
      {...(onClick && { onClick: () => void click() })}
    >
      {children}
    </button>
  );
}
