import { show } from '../shared/show.tsx';
import { SignIn } from './sign-in.tsx';

show(<SignIn />);
