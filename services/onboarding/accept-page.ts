import type { Page } from '../../shared/contract/schema.ts';

const body = `
<h1>You are invited</h1>
<form>
  <details>
    <summary>Name and password</summary>
    <label>Name <input name="name" autocomplete="name" maxlength="200"></label>
    <label>Password, at least 10 characters
      <input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200"></label>
  </details>
  <button>Accept the invitation</button>
</form>
<p role="status"></p>`;

/** The token is in the URL's fragment, so no server, log or referrer sees it; it is only sent with the button. */
const script = `
const form = document.querySelector('form');
const outcome = document.querySelector('[role=status]');
const button = document.querySelector('button');
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const sentences = {
  PASSWORD_REQUIRED: 'You have an account already. Please enter its password.',
  INVALID_CREDENTIALS: 'That is not the password of your account.',
  RATE_LIMITED: 'That was too often. Please try again later.',
  INVITE_NOT_FOUND: 'This link does not work any more. If you have accepted before, you are in already.',
  MAX_PARTICIPANTS_REACHED: 'The hackathon is full at the moment. Keep the link: it works as soon as a place is free.',
  VALIDATION_FAILED: 'Please check the name and the password.',
};
if (!token) {
  button.disabled = true;
  outcome.textContent = 'This link is incomplete. Please open it from the mail once more.';
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  outcome.textContent = 'One moment…';
  const { name, password } = Object.fromEntries(new FormData(form));
  const body = JSON.stringify({ token, ...(name && { name }), ...(password && { password }) });
  try {
    const answer = await fetch(location.pathname, {
      method: 'POST', headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' }, body,
    });
    const { code, message } = await answer.json();
    if (answer.ok) {
      history.replaceState(null, '', location.pathname);
      form.remove();
      document.querySelector('h1').textContent = 'You are in';
      outcome.textContent = 'The invitation is accepted.';
      return;
    }
    outcome.textContent = sentences[code] ?? message;
    if (code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS') {
      form.querySelector('details').open = true;
      form.elements.password.focus();
    }
  } catch {
    outcome.textContent = 'That did not get through. Please try again.';
  }
  button.disabled = false;
});`;

export const acceptPage = (): Page => ({ title: 'Invitation', body, script });
