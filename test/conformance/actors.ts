/** As what people come. */
export const actors = [
  ...(['OWNER', 'ADMIN', 'MEMBER'] as const),
  ...(['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const),
  /** Accepted in the hackathon and on the track; the registration everybody asks about is theirs. */
  'registered',
  /** Has a key of the organization and nothing else. */
  'nobody',
] as const;
export type Actor = (typeof actors)[number];
