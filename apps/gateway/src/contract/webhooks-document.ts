/** The webhooks of the OpenAPI document: an entry for each type of event in the protos. */
import { AnswerComponents } from './answer-schemas.ts'
import type { Contract, Message } from './descriptors.ts'
import { asList } from './options.ts'
import { parameterRef } from './document-parts.ts'
import { titled } from './documented.ts'
import { component, given, type Components, type Schema } from './schema-writer.ts'

/** `pacioli.api.events`, for one type of event. */
type EventSpec = {
  /** `invoice.voided` */
  type: string
  of: string
  happens: string
  heading: string
  message: Message
  isWhole: boolean
}

type WebhooksDocument = { webhooks: Record<string, object>; responses: Record<string, { description: string }> }

const RESPONSES = {
  Webhook_Taken: { description: 'Taken. Answer within 15 seconds, before you do anything long.' },
  Webhook_Gone: { description: 'Disables the webhook at once.' },
  Webhook_Failed: {
    description:
      'Anything else, redirects included, is a failure, as no answer is: the event is sent again, nine times at most, ' +
      'or as late as `Retry-After` asks.',
  },
}

/** @throws Error for an event under none of these headings */
export function webhooksOf(
  contract: Contract,
  components: Components,
  headings: ReadonlySet<string>,
): WebhooksDocument {
  const events = eventsOf(contract)
  const lost = events.find(({ heading }) => !headings.has(heading))
  if (lost) throw new Error(`${lost.type} stands under a heading of which nothing is said: ${lost.heading}`)
  const webhooks = events.map((event) => [event.type, { post: operationOf(event, contract, components) }] as const)
  return { webhooks: Object.fromEntries(webhooks), responses: events.length > 0 ? RESPONSES : {} }
}

function eventsOf(contract: Contract): EventSpec[] {
  return contract.messagesWith('(pacioli.api.events)').flatMap(({ message, options }) => {
    const [of, heading] = [String(options['of']), String(options['heading'])]
    return asList(options['are'] as string | string[]).map((happens) => ({
      type: `${of}.${happens}`,
      isWhole: options['whole'] === true,
      ...{ of, happens, heading, message },
    }))
  })
}

function operationOf(event: EventSpec, contract: Contract, components: Components): object {
  const words = `${event.of}_${event.happens}`.replaceAll('_', ' ')
  return {
    operationId: words.replaceAll(/ (\w)/g, (_all, letter: string) => letter.toUpperCase()),
    summary: words.charAt(0).toUpperCase() + words.slice(1),
    ...given({ description: contract.of(event.message).description }),
    tags: [event.heading],
    security: [],
    parameters: [parameterRef('WebhookId'), parameterRef('WebhookTimestamp'), parameterRef('WebhookSignature')],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(event, contract, components) } },
    },
    responses: {
      '2XX': responseRef('Webhook_Taken'),
      410: responseRef('Webhook_Gone'),
      default: responseRef('Webhook_Failed'),
    },
  }
}

const responseRef = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` })

/** The envelope is that of the feed; `aggregate_type` and `data` depend on the type. */
function schemaOf(
  { type, of, happens, message, isWhole }: EventSpec,
  contract: Contract,
  components: Components,
): Schema {
  const writer = new AnswerComponents(contract, components)
  if (isWhole) return writer.message(message)
  const [envelope, referenced] = [ENVELOPE, REFERENCED].map((name) => writer.message(contract.message(name).message))
  const data = component(components, titled(`${of}_data`), () => ({
    oneOf: [writer.message(message), referenced],
  }))
  return component(components, titled(`${of}_${happens}_event`), () => ({
    allOf: [
      envelope,
      {
        type: 'object',
        properties: { type: only(type), aggregate_type: only(of), data },
      },
    ],
  }))
}

const ENVELOPE = 'pacioli.reporting.v1.Event'
const REFERENCED = 'pacioli.events.v1.ReferencedState'

const only = (word: string): Schema => ({ type: 'string', const: word })
