/**
 * The pages behind the links in letters. The token is in the URL's fragment, so no server, log or referrer ever sees
 * it.
 */
import type { Page } from '../../shared/contract/schema.ts';

/**
 * Posts the form that fits the link, with the typed values and the token. Each form names its URL and the text for
 * success. URLs are relative, so that the pages work below any path.
 */
const script = `
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const outcome = document.querySelector('[role=status]');
const form = document.querySelector(token ? 'form[data-with=token]' : 'form[data-with=nothing]');
if (form) form.hidden = false;
else outcome.textContent = 'This link is incomplete. Please open it from the mail once more.';
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  outcome.textContent = 'One moment…';
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), ...(token && { token }) });
  try {
    const headers = { 'Content-Type': 'application/json', Prefer: 'handling=strict' };
    const answer = await fetch(form.dataset.to, { method: 'POST', headers, body });
    const { message, errors } = await answer.json();
    outcome.textContent = answer.ok ? form.dataset.done : (errors?.[0]?.message ?? message);
    if (answer.ok) history.replaceState(null, '', location.pathname);
    if (answer.ok) form.remove();
  } catch {
    outcome.textContent = 'That did not get through. Please try again.';
  }
  button.disabled = false;
});`;

const noScript = `
<noscript><p>This page needs JavaScript, to keep the secret of your link out of every log.</p></noscript>
<p role="status"></p>`;

export const verifyPage = (): Page => ({
  title: 'Confirm your address',
  script,
  body: `
<h1>Confirm your address</h1>
<form hidden data-with="token" data-to="verify" data-done="Your address is confirmed. You can sign in now.">
  <label>The password you chose when you signed up
    <input name="password" type="password" autocomplete="current-password" maxlength="200" required></label>
  <button>Confirm my address</button>
</form>${noScript}`,
});

export const resetPage = (): Page => ({
  title: 'New password',
  script,
  body: `
<h1>New password</h1>
<form hidden data-with="token" data-to="update-password" data-done="Your password is changed. You can sign in with it now.">
  <label>Your new password, at least 10 characters
    <input name="new_password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required></label>
  <button>Change my password</button>
</form>
<form hidden data-with="nothing" data-to="reset-password" data-done="If this address has an account, a link is on its way.">
  <label>Your email address
    <input name="email" type="email" autocomplete="email" maxlength="254" required></label>
  <button>Send me a link</button>
</form>${noScript}`,
});
