import { show } from '../shared/show.tsx';
import { Expo } from './expo.tsx';

show(<Expo />);
