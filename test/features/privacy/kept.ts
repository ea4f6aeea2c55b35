/** Everything that holds no word of a person: columns of tables, and members of requests. Everything else has to be filled by the test. */
import { routes } from '../../../shared/contract/index.ts';
import { toJsonSchema, type JsonSchema } from '../../../shared/contract/json-schema.ts';

/** Columns with the reason why nobody's words are in them. */
export const otherColumns: readonly (readonly [why: string, columns: RegExp])[] = [
  [
    'hashes, and what is sealed or packed',
    /_hash$|\.(sha256|sealed|successor|outcome|public_key|secret|former_secret|content|bucket)$/,
  ],
  [
    'closed lists',
    /\.(status|role|type|kind|method|purpose|reason|error|provider|locale|fact|action|code|content_type)$/,
  ],
  [
    'ids and keys that the service makes',
    /\.(ids|key_id|request_id|requests|public_id|key|nonce|scanned_by|accepted_in|claimed_by)$/,
  ],
  ['ids and keys that the service makes', /\.(token|checkin_token|letter_key|made_with|position)$/],
  [
    'of the whole audit, and of all answers, which one routine erases',
    /\.(audit\.(before|after)|write_key\.(answer|scope))$/,
  ],
  ['numbers of people', /_tally\.status$/],
  [
    'the organization’s own',
    /^(events\.(choice_list|choice_value|deleted_field|prize|registration_field|slug|super_event|track)|check_in\.point)\./,
  ],
  [
    'the organization’s own',
    /^(identity\.device|judging\.criterion|mail\.announcement|organizations\.\w+|webhooks\.webhook)\./,
  ],
  [
    'calculated',
    /^(judging\.(ranking\.published_as|published_result\.explanation)|registrations\.review_ranking\.effects)$/,
  ],
  ['addresses of texts of the organization', /^registrations\.super_event_registration\.consented_to$/],
  ['names and tables of teams, which stay', /^teams\.team\.(name|table)$/],
  ['the state of a place, of ids and times', /^registrations\.(decided\.former|\w+\.letter_before)$/],
  [
    'the kind of program or device, and where an issuer leads',
    /^identity\.(session\.device|passkey\.(credential_id|transports)|sign_in\w*\.(issuer|next))$/,
  ],
  [
    'the queue’s own',
    /_queue\._private_(job_queues|known_crontabs|tasks)\.|_queue\._private_jobs\.(flags|locked_by|last_error)$/,
  ],
  ['ids in jobs', /^(registrations|webhooks)_queue\._private_jobs\.payload$/],
  ['migrations', /^public\.migration\./],
];

/** Actions whose texts are the organization's, or no words. */
export const otherActions: readonly (readonly [why: string, actions: RegExp])[] = [
  [
    'the organization’s own',
    /^(organizations\.update|events\.(create|update|add|put)|setup\.|webhooks\.|identity\.addDevice)/,
  ],
  [
    'the organization’s own',
    /^(check-in\.(create|update)Point|judging\.(create|update)Criterion|mail\.|teams\.numberTables)/,
  ],
  [
    'secrets, which are kept as hashes',
    /^identity\.(verify|refresh|updatePassword|stopEmail|eraseMe|restoreMe|joinBy|readPairing|pairDevice|completeSignIn)$/,
  ],
  [
    'secrets, which are kept as hashes',
    /^(onboarding\.(readInvite|acceptAsMyself)|teams\.join|check-in\.scan(Batch)?)$/,
  ],
  ['a version and ids', /^(identity\.reportDevice|teams\.(moveBuilder|moveToTrack|removeMember))$/],
  ['a search', /^registrations\.decide$/],
];

/** Members whose words are in the same columns as those of another request, or that are kept. */
export const otherMembers: readonly (readonly [why: string, members: RegExp])[] = [
  ['names and tables of teams, which stay', /^teams\.(create|update|found|changeOwn) (name|table)$/],
  ['as of teams.found', /^teams\.create problem$/],
  ['a table in another form', /^registrations\.(plan|apply)Import table\.(columns|rows|mapping)$/],
  ['scores in another form', /^judging\.submitScore scores\.(comment|feedback)$/],
  [
    'of a device; its name as of identity.renamePasskey',
    /^identity\.(addPasskey (name|credential)|signInByPasskey credential)$/,
  ],
  ['the name of a person, as of identity.signUp', /^onboarding\.accept name$/],
  ['an address, as of identity.signUp', /^identity\.resendVerification email$/],
];

/** Members of requests that may hold any word, as `action member`. */
export function wordyMembers(): string[] {
  return routes.flatMap(({ action, endpoint: { http, params } }) => {
    const inPath = new Set(http?.path.match(/:\w+/g)?.map((name) => name.slice(1)));
    const names = Object.keys(params).filter((name) => http?.method !== 'GET' && !inPath.has(name));
    return names
      .flatMap((name) => membersOf(toJsonSchema(params[name]!, true), name))
      .map((name) => `${action} ${name}`);
  });
}

/** Names of secrets and of what has a form that no word has. */
const formed = /(^|\.)(password|current_password|new_password|token|code|locale)$/;

function membersOf(schema: JsonSchema, at: string): string[] {
  const { type, format, pattern, properties = {}, items, anyOf = [], enum: listed, const: only } = schema;
  if (listed !== undefined || only !== undefined || formed.test(at)) return [];
  const kinds = Array.isArray(type) ? (type as string[]) : [type];
  const isText = kinds.includes('string') && format !== 'uuid' && format !== 'date-time' && pattern === undefined;
  const isFree = kinds.includes('object') && schema['properties'] === undefined;
  const below = [
    ...Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, each]) =>
      membersOf(each, `${at}.${name}`),
    ),
    ...(items ? membersOf(items as JsonSchema, at) : []),
    ...(anyOf as JsonSchema[]).flatMap((each) => membersOf(each, at)),
  ];
  return [...new Set([...(isText || isFree ? [at] : []), ...below])];
}
