/** Parts that are loaded once the page is shown. They are kept on the device with it. */
import { CameraView } from './camera-view.tsx';
import { Choosing, LeavePoint } from './choosing.tsx';
import { Ended } from './ended.tsx';
import { Pairing } from '../../shared/pairing-form.tsx';
import { PairingAnew } from '../../shared/anew/pairing-anew.tsx';
import { Disputes, Latest } from './lists.tsx';
import { Printing } from './printing.tsx';
import { Search } from './search.tsx';
import { Settings } from './settings.tsx';

export const parts = {
  ...{ CameraView, Choosing, Disputes, Ended, Latest, LeavePoint, Pairing, PairingAnew, Printing, Search, Settings },
};
export type Parts = typeof parts;
