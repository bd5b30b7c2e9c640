/** Events as the OpenAPI document describes them under `webhooks`, and the check of every event against that. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FeedEvent } from './answers.ts'
import { formats } from './formats.ts'

type Schemas = Record<string, Record<string, unknown>>

export interface EventDocument {
  webhooks?: Record<string, object>
  components?: { schemas?: Schemas }
}

export class EventContract {
  readonly #types: ReadonlySet<string>
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: EventDocument) {
    this.#types = new Set(Object.keys(document.webhooks ?? {}))
    const schemas = decided(withoutOthers(document.components?.schemas ?? {}))
    this.#ajv.addSchema({ ...document, components: { ...document.components, schemas } }, 'events')
  }

  /** All types that are documented. */
  get types(): string[] {
    return [...this.#types].sort()
  }

  /** @throws Error describing how the event differs from the document */
  check(event: Pick<FeedEvent, 'type'> & { data?: unknown }): void {
    const { type } = event
    if (!this.#types.has(type)) throw new Error(`The document has no event ${type}.`)
    const validate = this.#validator(type)
    if (validate(event)) return
    const wrong = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(inWords)
    throw new Error(
      `An event ${type} does not fit its message in protos/pacioli/events/v1: ${wrong.join(', ')}. ` +
        `It said: ${JSON.stringify(event).slice(0, 4_000)}`,
    )
  }

  #validator(type: string): ValidateFunction {
    const known = this.#validators.get(type)
    if (known) return known
    const made = this.#ajv.compile({
      $ref: `events#/webhooks/${type}/post/requestBody/content/application~1json/schema`,
    })
    this.#validators.set(type, made)
    return made
  }
}

/** Callers have to expect new fields; here an undocumented one is a mistake. */
const withoutOthers = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const isOpen = 'properties' in schema && !('patternProperties' in schema) && !('additionalProperties' in schema)
      return [name, isOpen ? { ...schema, additionalProperties: false } : schema]
    }),
  )

const REFERENCED = '#/components/schemas/Referenced_State'

/**
 * A state comes whole, or as what refers to it. Which of both it was to be is decided first: what it lacks to be the other one
 * would hide what is wrong with it.
 */
const decided = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const forms = (schema['oneOf'] ?? []) as { $ref?: string }[]
      const [whole, referenced, ...others] = forms
      if (!whole || referenced?.$ref !== REFERENCED || others.length > 0) return [name, schema]
      return [name, { if: { type: 'object', required: ['reference'] }, then: referenced, else: whole }]
    }),
  )

function inWords({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  const said = additionalProperty === undefined ? message : `${message}: ${additionalProperty}`
  return `${instancePath.slice(1) || 'it'} ${said}`
}
