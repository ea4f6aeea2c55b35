import { compose } from '../layout.ts';
import { day, greet, type Writer } from './writer.ts';

export const webhookDisabled: Writer<'webhook-disabled'> = ({ name, organization_name, host, failing_since }) =>
  compose({
    subject: `A webhook of ${organization_name} was switched off`,
    greeting: greet(name),
    paragraphs: [
      `Nothing that ${organization_name} sends to ${host} has arrived since ${day(failing_since)}, so the webhook is switched off.`,
      'What could not be sent is kept for 30 days. Its deliveries say what went wrong.',
    ],
    organization: organization_name,
    closing: [
      'Once the receiver works again, make the webhook active: what waits is then sent. What happens until then is not; the list of facts has it.',
    ],
  });
