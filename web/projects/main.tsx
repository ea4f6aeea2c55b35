import { show } from '../shared/show.tsx';
import { Projects } from './projects.tsx';

show(<Projects />);
