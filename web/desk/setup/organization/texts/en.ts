/** Texts of the organization and its members, in English. */

export const organization = {
  saved: 'Saved.',
  slug: 'Short name',
  slugHint: 'By which event files and programs know it: lower case letters, digits and hyphens',
  slugTaken: 'Another organization has this short name. Choose another one.',
};

export const secondFactor = {
  title: 'Second factor',
  states: {
    optional: 'A password is enough to work here.',
    required: 'Members and organizers need a second factor here.',
  },
  about: 'A second factor is a passkey, or an app that makes codes. People add their own:',
  require: 'Require a second factor',
  requireTitle: 'Require a second factor?',
  caution:
    'Members and organizers without a second factor are refused here at once, until they add one at /account. Mentors, judges, devices and API keys go on.',
  release: 'Require it no longer',
  yoursFirst:
    'You need a second factor first, so that you are not refused yourself. Add one at /account and sign in with it.',
};

export const members = {
  title: 'Members',
  rights:
    'Owners and administrators change all hackathons and these members. Only owners make owners, and change or remove them. Members see drafts, and do what their roles on tracks allow.',
  caption: 'All members',
  member: 'Member',
  you: 'you',
  role: 'Role',
  roles: { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' },
  add: 'Add a member',
  noAccount: 'Nobody has an account with this email. They sign up first, or apply to a hackathon; then add them.',
  already: (role: string) => `They belong to the organization already, with the role ${role}. Change it in the list.`,
  isNow: (name: string, role: string) => `${name} has the role ${role} now.`,
  changeRole: 'Change role',
  roleOf: (name: string) => `Role of ${name}`,
  yourOwn: 'This is your own role: with a lesser one you cannot take it back yourself.',
  remove: 'Remove',
  removeWhom: (name: string) => `Remove ${name}?`,
  removing: (name: string) => `${name} keeps roles on tracks, and can do no more here than these allow.`,
  removed: (name: string) => `${name} is no member any more.`,
  leave: 'Remove yourself?',
  leaving: 'You keep your roles on tracks, and can do no more here than these allow. You cannot add yourself again.',
  lastOwner: 'An organization needs an owner. Make another member an owner first.',
};
