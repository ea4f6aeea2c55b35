import { useId } from 'preact/hooks';

interface Props<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly onChoose: (value: T) => void;
}

/** One of several, with its label. */
export function Choose<T extends string>({ label, value, options, onChoose }: Props<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

const all = { value: '', name: 'All tracks' };

/** A choice of one track, or of all. */
export const ChooseTrack = ({
  tracks,
  ...props
}: Pick<Props<string>, 'value' | 'onChoose'> & { readonly tracks: readonly { id: string; name: string }[] }) => (
  <Choose label="Track" options={[all, ...tracks.map(({ id, name }) => ({ value: id, name }))]} {...props} />
);
