import { show } from '../shared/show.tsx';
import { Desk } from './desk.tsx';
import './desk.css';

show(<Desk />);
