/** The page of an unknown address. */
import { Doors } from '../landing/doors.tsx';
import { Frame } from '../shared/frame.tsx';
import { show } from '../shared/show.tsx';
import { nothing as texts } from './texts/en.ts';

show(
  <Frame title={texts.title}>
    <header class="stack">
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.thisWay}</p>
    </header>
    <Doors />
  </Frame>,
);
