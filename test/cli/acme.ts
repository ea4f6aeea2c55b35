/** An event file with one of everything, in parts that a test can leave out or replace. */
export const parts = {
  members: `
    - { email: olga@acme.test, name: Olga Owner, role: OWNER }
    - { email: adam@acme.test, name: Adam Admin, role: ADMIN }`,
  users: `
  - { email: judy@acme.test, name: Judy Judge, password: correct horse battery }
  - { email: newbie@acme.test, name: New Bie, onboarded: false }`,
  name: 'Spring Hack',
  cap: '    max_participants: 3',
  fields: `
      - { key: diet, field_type: select, label: Diet, options: [none, vegan], is_required: true }
      - { key: why, field_type: text, label: Why }`,
  roles: `
          - { email: judy@acme.test, role: JUDGE }
          - { email: adam@acme.test, role: ORGANIZER }`,
  criteria: `
          - { name: Impact, description: Whom it helps, weight: 0.6, order_index: 5 }
          - { name: Craft, weight: 0.3 }`,
  points: `
          - { key: main-door, name: Main door, type: attendance }
          - { key: demo-gate, name: Demo gate, type: milestone, milestone_requirements: [{ id: repo, title: Repository }] }`,
  participants: `
      - { email: pia@x.test, name: Pia One, status: accepted, answers: { diet: vegan },
          registrations: [{ track: ai, status: accepted, evaluation_score: 8.5, evaluation_recommendation: accept }] }
      - { email: paul@x.test, name: Paul Two, status: accepted, registrations: [{ track: ai, status: accepted }] }
      - { email: pam@x.test, name: Pam Three, registrations: [{ track: ai }] }`,
  teams: `
      - { track: ai, name: Rockets, problem: Space, members: [{ email: pia@x.test, role: LEADER }, { email: paul@x.test }] }`,
  keys: `
  - { label: kiosk-1, user: adam@acme.test, expires_at: 2036-03-08T00:00Z }`,
};

export function acme(others: Partial<typeof parts> = {}): string {
  const { members, users, name, cap, fields, roles, criteria, points, participants, teams, keys } = {
    ...parts,
    ...others,
  };
  return `version: 1
organization:
  slug: acme
  name: Acme Hacks
  members: ${members}
users: ${users}
super_events:
  - slug: spring-hack
    name: ${name}
    status: final
    start_at: 2027-03-06T09:00
    end_at: 2027-03-07T17:00
    tz: Europe/Berlin
${cap}
    registration_fields: ${fields}
    tracks:
      - slug: ai
        name: AI
        status: final
        mode: onsite
        start_at: 2027-03-06T09:00
        end_at: 2027-03-07T17:00
        tz: Europe/Berlin
        registration: open
        roles: ${roles}
        criteria: ${criteria}
        checkin_points: ${points}
      - { slug: web, name: Web }
    checkin_points:
      - { key: badge-desk, name: Badge desk, type: doorkeeper }
    participants: ${participants}
    teams: ${teams}
api_keys: ${keys}
`;
}
