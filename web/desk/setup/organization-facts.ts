import { useEffect, useMemo } from 'preact/hooks';
import { useHackathon } from '../hackathons.ts';
import { goLive, type Live } from '../live.ts';

/** Follows the facts of the organization: those that the desk follows, of the hackathon, tell nothing of members, keys and webhooks. */
export function useOrganizationFacts(): Live {
  const { id } = useHackathon().organization;
  const live = useMemo(() => goLive({ organization: id }), [id]);
  useEffect(() => live.end, [live]);
  return live;
}
