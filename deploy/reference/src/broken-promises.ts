/**
 * Finds breaking changes from the released document to the present one. A valid request must stay valid, and an answer
 * must be one that was promised: requests may widen, answers may narrow, and fields may be added.
 */
type Node = Record<string, unknown>
type Direction = 'sent' | 'answered'

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

export const brokenPromises = (released: object, present: object): string[] =>
  new Comparison(node(released), node(present)).broken()

/** Formats of ours that take what another one does, and more. */
const WIDER_FORMATS: Readonly<Record<string, string>> = { 'date-time': 'date-or-date-time', date: 'date-or-date-time' }

class Comparison {
  readonly #released: Node
  readonly #present: Node
  readonly #found = new Set<string>()
  /** Pairs of schemas compared already, or just now: schemas may contain themselves. */
  readonly #seen: Set<string>

  constructor(released: Node, present: Node, seen: ReadonlySet<string> = new Set()) {
    this.#released = released
    this.#present = present
    this.#seen = new Set(seen)
  }

  broken(): string[] {
    for (const [path, before] of entries(this.#released['paths'])) {
      const now = node(node(this.#present['paths'])[path])
      for (const method of METHODS.filter((name) => name in before)) {
        const [was, is] = [node(before[method]), node(now[method])]
        if (!(method in now)) this.#say(`${method.toUpperCase()} ${path}`, 'is gone')
        else this.#operation(String(was['operationId']), was, is)
      }
    }
    for (const [type, before] of entries(this.#released['webhooks'])) {
      const now = node(node(this.#present['webhooks'])[type])
      if (!('post' in now)) this.#say(type, 'is not sent any more')
      else
        this.#content(
          type,
          node(node(before['post'])['requestBody']),
          node(node(now['post'])['requestBody']),
          'answered',
        )
    }
    return [...this.#found]
  }

  #say(where: string, what: string): void {
    this.#found.add(`${where} ${what}`)
  }

  #operation(where: string, was: Node, is: Node): void {
    if (was['operationId'] !== is['operationId']) this.#say(where, `is called ${String(is['operationId'])}`)
    const scopes = (operation: Node): string => JSON.stringify(operation['security'] ?? null)
    if (scopes(was) !== scopes(is)) this.#say(where, `wants ${scopes(is)} of a token, not ${scopes(was)}`)
    this.#parameters(where, was, is)
    this.#body(where, was['requestBody'], is['requestBody'])
    for (const [status, response] of entries(was['responses'])) {
      if (Number(status) >= 400) continue
      const now = node(is['responses'])[status]
      if (now === undefined) this.#say(where, `does not answer ${status} any more`)
      else this.#response(`${where} ${status}`, this.#before(response), this.#now(now))
    }
  }

  #parameters(where: string, was: Node, is: Node): void {
    const listed = (operation: Node, of: (value: unknown) => Node): Map<string, Node> =>
      new Map(
        list(operation['parameters'])
          .map(of)
          .map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
      )
    const [before, now] = [listed(was, (one) => this.#before(one)), listed(is, (one) => this.#now(one))]
    for (const [name, one] of before) {
      const same = now.get(name)
      if (!same) this.#say(where, `does not take ${name}`)
      else this.#schema(`${where} ${name}`, one['schema'], same['schema'], 'sent')
    }
    for (const [name, one] of now) {
      if (one['required'] === true && before.get(name)?.['required'] !== true) this.#say(where, `has to have ${name}`)
    }
  }

  #body(where: string, was: unknown, is: unknown): void {
    const [before, now] = [this.#before(was), this.#now(is)]
    if (now['required'] === true && before['required'] !== true) this.#say(where, 'has to have a body')
    this.#content(`${where} body`, before, now, 'sent')
  }

  #response(where: string, was: Node, is: Node): void {
    for (const [name] of entries(was['headers'])) {
      if (!(name in node(is['headers']))) this.#say(where, `lacks the header ${name}`)
    }
    this.#content(where, was, is, 'answered')
  }

  #content(where: string, was: Node, is: Node, direction: Direction): void {
    for (const [type, media] of entries(was['content'])) {
      const now = node(is['content'])[type]
      if (now === undefined) this.#say(where, `is not of ${type} any more`)
      else this.#schema(where, media['schema'], node(now)['schema'], direction)
    }
  }

  #schema(where: string, was: unknown, is: unknown, direction: Direction): void {
    const pair = JSON.stringify([direction, node(was)['$ref'] ?? was, node(is)['$ref'] ?? is])
    if (this.#seen.has(pair)) return
    this.#seen.add(pair)
    const [before, now] = [plain(this.#before(was)), plain(this.#now(is))]
    if (formsOf(before) || formsOf(now)) return this.#forms(where, before, now, direction)
    // Old requests must fit the present schema, and present answers the released one.
    const [wide, narrow] = direction === 'sent' ? [now, before] : [before, now]
    this.#types(where, wide, narrow, direction)
    if (direction === 'sent') this.#limits(where, before, now)
    this.#fields(where, before, now, direction)
    if (before['items'] !== undefined) this.#schema(`${where}[]`, before['items'], now['items'], direction)
    const [more, moreNow] = [before['additionalProperties'], now['additionalProperties']]
    if (typeof more === 'object') this.#schema(`${where}{}`, more, moreNow, direction)
    if (direction === 'sent' && more !== false && moreNow === false && 'type' in before)
      this.#say(where, 'takes no other fields any more')
  }

  #types(where: string, wide: Node, narrow: Node, direction: Direction): void {
    const verb = direction === 'sent' ? 'may not be' : 'may be'
    const types = typesOf(wide)
    if (types) {
      const others = (typesOf(narrow) ?? ['anything']).filter((type) => !covers(types, type))
      if (others.length > 0) this.#say(where, `${verb} ${others.join(' or ')}`)
    }
    // New words of an answer are announced, not refused: clients have to expect them.
    if (direction === 'answered') return
    const words = wide['enum'] as unknown[] | undefined
    const missing =
      words && ((narrow['enum'] as unknown[] | undefined) ?? ['any other']).filter((one) => !words.includes(one))
    if (missing && missing.length > 0) this.#say(where, `may not be ${missing.join(' or ')}`)
  }

  #limits(where: string, before: Node, now: Node): void {
    for (const [names, isNarrower] of [
      [
        ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'],
        (was: number, is: number) => is > was,
      ],
      [
        ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'],
        (was: number, is: number) => is < was,
      ],
    ] as const) {
      for (const name of names) {
        const [was, is] = [before[name], now[name]] as [number | undefined, number | undefined]
        if (is !== undefined && (was === undefined ? is !== 0 && name !== 'minLength' : isNarrower(was, is)))
          this.#say(where, `has ${name} ${is}, which was ${was ?? 'not limited'}`)
      }
    }
    for (const name of ['pattern', 'format']) {
      const is = now[name]
      const was = before[name]
      const isWider = typeof was === 'string' && WIDER_FORMATS[was] === is
      if (typeof is === 'string' && is !== was && !isWider) this.#say(where, `has to be of the ${name} ${is}`)
    }
  }

  /** Each form that could be sent must still exist, and each form of an answer must have existed before. */
  #forms(where: string, before: Node, now: Node, direction: Direction): void {
    const [was, is] = [formsOf(before) ?? byType(before), formsOf(now) ?? byType(now)]
    const [given, known] = direction === 'sent' ? [was, is] : [is, was]
    given.forEach((form, at) => {
      const fits = known.some((other) => {
        const [old, present] = direction === 'sent' ? [form, other] : [other, form]
        return this.#isKept(old, present, direction)
      })
      if (!fits) this.#say(where, `has ${direction === 'sent' ? 'no form' : 'a new form'} ${nameOf(form, at)}`)
    })
  }

  #isKept(was: unknown, is: unknown, direction: Direction): boolean {
    const alone = new Comparison(this.#released, this.#present, this.#seen)
    alone.#schema('', was, is, direction)
    return alone.#found.size === 0
  }

  #fields(where: string, before: Node, now: Node, direction: Direction): void {
    const [was, is] = [node(before['properties']), node(now['properties'])]
    for (const [name, schema] of Object.entries(was)) {
      if (name in is) this.#schema(`${where}.${name}`, schema, is[name], direction)
      else if ('properties' in now) this.#say(where, `has no ${name}`)
    }
    const [earlier, today] = [list(before['required']), list(now['required'])]
    if (direction === 'sent') {
      for (const name of today) if (!earlier.includes(name)) this.#say(where, `has to have ${String(name)}`)
    } else if ('properties' in now) {
      for (const name of earlier) if (!today.includes(name)) this.#say(where, `may lack ${String(name)}`)
    }
  }

  readonly #before = (value: unknown): Node => meant(this.#released, value)
  readonly #now = (value: unknown): Node => meant(this.#present, value)
}

const node = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const entries = (value: unknown): [string, Node][] =>
  Object.entries(node(value)).map(([name, one]) => [name, node(one)])

/** The referenced schema, with the keywords beside the reference. */
function meant(document: Node, value: unknown): Node {
  const { $ref, ...beside } = node(value)
  if (typeof $ref !== 'string') return node(value)
  const steps = $ref.split('/').slice(1)
  const target = steps.reduce<Node>((at, step) => node(at[step.replaceAll('~1', '/').replaceAll('~0', '~')]), document)
  return { ...meant(document, target), ...beside }
}

/** Normalizes equivalent spellings. */
function plain(schema: Node): Node {
  const { const: only, ...rest } = schema
  if (only !== undefined) return { ...rest, enum: [only] }
  const parts = list(schema['allOf']).map(node)
  return parts.reduce<Node>((all, part) => ({ ...all, ...part }), rest)
}

const formsOf = (schema: Node): unknown[] | undefined =>
  'oneOf' in schema ? list(schema['oneOf']) : 'anyOf' in schema ? list(schema['anyOf']) : undefined

/** A schema without type and forms accepts anything. */
const typesOf = (schema: Node): string[] | undefined => {
  const type = schema['type'] ?? (schema['properties'] ? 'object' : undefined)
  return type === undefined ? undefined : ([type].flat() as string[])
}

/** A schema of several types, as a form for each. */
const byType = (schema: Node): Node[] => {
  const words = schema['enum'] as unknown[] | undefined
  const ofType = (type: string): Node => {
    if (type === 'null') return { type }
    return words ? { ...schema, type, enum: words.filter((word) => word !== null) } : { ...schema, type }
  }
  return typesOf(schema)?.map(ofType) ?? [schema]
}

const covers = (types: string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

const nameOf = (form: unknown, at: number): string => {
  const { $ref, title, type } = node(form)
  return [$ref, title, type].find((name) => typeof name === 'string') ?? `at ${at}`
}
