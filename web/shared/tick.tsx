import type { ComponentChild, JSX } from 'preact';

interface Ticking extends Pick<
  JSX.IntrinsicElements['input'],
  'id' | 'name' | 'checked' | 'defaultChecked' | 'required' | 'aria-invalid' | 'aria-describedby'
> {
  readonly type?: 'checkbox' | 'radio';
  /** Its text, which can be pressed as well. */
  readonly children: ComponentChild;
  /** Gets whether it is on. */
  readonly give?: (isOn: boolean) => unknown;
}

/** A box to tick, or one of several to choose from. */
export const Tick = ({ children, give, type = 'checkbox', ...input }: Ticking) => (
  <label class="tick">
    <input {...input} type={type} onChange={({ currentTarget }) => void give?.(currentTarget.checked)} />
    {children}
  </label>
);
