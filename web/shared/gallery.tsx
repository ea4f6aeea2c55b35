/** Projects that teams of a hackathon show, as its gallery and its expo list have them. */
import type { Answer } from '../../clients/typescript/src/index.ts';
import { Button } from './button.tsx';
import { Go } from './link.tsx';
import { leadToSignIn, user } from './session.ts';
import { gallery } from './people/texts/en.ts';

type Gallery = Answer<'teams', 'listProjects'>;
export type Project = Gallery['projects'][number];

/** A gallery that does not exist, or is not for whoever looks: the service does not tell which. */
export const Closed = () => (
  <div class="state">
    <h1>{gallery.closed}</h1>
    <p>{gallery.why}</p>
    {user.value ? <Go to="/">{gallery.seeHackathons}</Go> : <Button onClick={leadToSignIn}>{gallery.signIn}</Button>}
  </div>
);
