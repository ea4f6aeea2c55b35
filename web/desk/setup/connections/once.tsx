import { Field } from '../../../shared/field.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { Copy } from '../../doors/pairing.tsx';
import { once as words } from './texts/en.ts';

/** A text that the service tells once, to be copied. */
export const Once = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <Notice kind="warn">{words.notAgain}</Notice>
    <Field
      label={label}
      readOnly
      isFirst
      value={text}
      spellcheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      data-testid="shown-once"
    />
    <div>
      <Copy text={text} />
    </div>
  </>
);
