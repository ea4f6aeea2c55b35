import { show } from '../shared/show.tsx';
import { Desk } from './desk.tsx';
import './desk.css';
import './listing.css';

show(<Desk />);
