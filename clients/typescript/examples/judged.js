// From nothing to judged: node judged.js
import { createClient, keepSession } from '@muster/client';

const { MUSTER_URL: url, ORG, OWNER_EMAIL, OWNER_PASSWORD, ADA_KEY, JUDGE_EMAIL, JUDGE_PASSWORD } = process.env;
const ada = createClient({ url, apiKey: ADA_KEY });
const anybody = createClient({ url });
const signedIn = async (email, password) =>
  createClient({ url, token: keepSession(anybody, await anybody.identity.signIn({ email, password })) });
// Making hackathons and giving scores take a session; for all the rest a key is enough.
const owner = await signedIn(OWNER_EMAIL, OWNER_PASSWORD);
const judge = await signedIn(JUDGE_EMAIL, JUDGE_PASSWORD);

const when = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T16:00:00Z', tz: 'Europe/Berlin' };
const { super_event } = await owner.events.createSuperEvent({ id: ORG, name: 'Autumn Hack', status: 'final', ...when });
const superEventId = super_event.id;
const { event } = await owner.events.createTrack({
  id: superEventId,
  name: 'Bees',
  mode: 'onsite',
  status: 'final',
  ...when,
});
const [eventId, trackId] = [event.id, event.id];
await owner.events.openRegistration({ eventId });

const { id: super_event_registration_id } = await ada.registrations.apply({ slug: super_event.slug });
const place = await ada.registrations.register({ eventId, super_event_registration_id });
await owner.registrations.updateStatus({ id: place.id, status: 'accepted' });
const people = { leaderUserId: place.user_id, memberUserIds: [place.user_id] };
const { team } = await owner.teams.create({ superEventId, trackId, name: 'Comets', ...people });
await ada.teams.submit({ team_id: team.id, title: 'A map of pollen', links: ['https://example.org/pollen-map'] });

const { user } = await judge.identity.me();
await owner.events.assignRole({ eventId, user_id: user.id, role: 'JUDGE' });
const { criterion } = await owner.judging.createCriterion({ eventId, name: 'Impact', weight: 1, order_index: 0 });
const judged = { judge_user_id: user.id, team_id: team.id };
const { assignment } = await owner.judging.assignJudge({ eventId, ...judged });
const { id } = assignment;
await judge.judging.submitScore({ id, criterion_id: criterion.id, value: 8, comment: 'Helps on Monday' });
await judge.judging.submitAssignment({ id });
await owner.judging.calculateResults({ eventId });
for await (const { rank, team_name, overall_score } of owner.judging.listResults.each({ eventId })) {
  console.log(rank, team_name, overall_score);
}
