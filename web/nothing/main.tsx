/** An address where nothing is. */
import { Doors } from '../landing/doors.tsx';
import { Frame } from '../shared/frame.tsx';
import { show } from '../shared/show.tsx';

show(
  <Frame title="There is nothing here">
    <header class="stack">
      <h1>There is nothing here</h1>
      <p class="quiet">The address may be mistyped, or what was here is gone. This way:</p>
    </header>
    <Doors />
  </Frame>,
);
