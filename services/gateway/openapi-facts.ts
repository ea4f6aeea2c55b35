/** What the API document says of facts: each type is something a webhook is sent, in the envelope of Standard Webhooks. */
import { factFields, facts, factTypes, type FactType } from '../../shared/contract/facts.ts';
import { objectSchema, type JsonSchema } from '../../shared/contract/json-schema.ts';
import { t } from '../../shared/contract/schema.ts';
import { exampleOf } from './openapi-examples.ts';

export const factWebhooks = (): Record<string, JsonSchema> =>
  Object.fromEntries(factTypes.map((type) => [type, { post: operationOf(type) }]));

function operationOf(type: FactType): JsonSchema {
  const { summary, data } = facts[type];
  const fact = objectSchema({ ...factFields, type: t.literal(type), data: t.object(data) }, false);
  const schema = {
    type: 'object',
    properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data: fact },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    operationId: `facts.${type}`,
    summary,
    tags: ['Facts'],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, type.split('.')[0] ?? '') } },
    },
    responses: { '2XX': { description: 'It was taken; anything else is tried again' } },
  };
}

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const headers = [
  header('webhook-id', 'The id of the fact, the same over all tries'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
  header('webhook-signature', 'As Standard Webhooks has it: v1,<base64 of the HMAC-SHA256 of id.timestamp.body>'),
];
