import { show } from '../shared/show.tsx';
import { Account } from './account.tsx';

show(<Account />);
