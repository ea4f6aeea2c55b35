/** Links to addresses of other people: they open in a new tab, without a referrer. */
interface Props {
  readonly to: string;
  readonly class?: string;
}

/** Anything else could be a script. */
export const isOpenable = (address: string): boolean => /^https?:\/\/\S+$/.test(address);

/** An address to follow; the bare text where it is none. */
export const Outside = ({ to, class: kind }: Props) =>
  isOpenable(to) ? (
    <a class={kind} href={to} target="_blank" rel="noopener noreferrer">
      {to.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  ) : (
    <span class={kind}>{to}</span>
  );
