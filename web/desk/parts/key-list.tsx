/** The window that lists the keys of the desk, and turns them off for people who use speech input. */
import { all, isListed, isOff, turn } from '../keys.tsx';
import { desk } from '../texts/en.ts';
import { Dialog } from './dialog.tsx';
import { keyList } from './texts/en.ts';

export const KeyList = () => (
  <Dialog title={desk.keys} onClose={() => (isListed.value = false)}>
    <dl class="keys">
      {all.map(({ keys, to }) => (
        <div key={to}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{keyList[to]}</dd>
        </div>
      ))}
      <div>
        <dt>
          <kbd>{keyList.enterKey}</kbd>
        </dt>
        <dd>{keyList.enter}</dd>
      </div>
      <div>
        <dt>
          <kbd>{keyList.escapeKey}</kbd>
        </dt>
        <dd>{keyList.escape}</dd>
      </div>
    </dl>
    <label class="row tick">
      <input type="checkbox" checked={!isOff.value} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      <span>{keyList.use}</span>
    </label>
  </Dialog>
);
