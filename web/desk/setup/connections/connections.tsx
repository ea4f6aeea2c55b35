/** The programs that work with an organization: those that ask by a key, and those that are told by a webhook. */
import { useOrganizationFacts } from '../organization-facts.ts';
import { ApiKeys } from './keys.tsx';
import { Webhooks } from './webhooks.tsx';

export function Connections() {
  const live = useOrganizationFacts();
  return (
    <>
      <ApiKeys live={live} />
      <Webhooks live={live} />
    </>
  );
}
