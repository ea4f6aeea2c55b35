import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { codeInAddress, type PairingState } from './pairing.tsx';
import { fields } from './texts/en.ts';
import { pairing as texts } from './devices/texts/en.ts';

/** Asks for a code. */
export function Pairing({ pairing }: { readonly pairing: PairingState }) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget as HTMLFormElement).get('code');
    if (typeof code === 'string' && code.trim() !== '') void pairing.pair(code.trim());
  };
  return (
    <form class="stack" onSubmit={send}>
      {pairing.wrong.value && <Notice kind="bad">{pairing.wrong.value}</Notice>}
      <p>{texts.how}</p>
      <Field
        label={fields.code}
        name="code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        defaultValue={codeInAddress()}
      />
      <Button>{texts.pair}</Button>
    </form>
  );
}
