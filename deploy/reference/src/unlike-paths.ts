type Parameter = { $ref?: string; name?: string; in?: string; schema?: { format?: string; type?: unknown } }
type Operation = { operationId?: string; parameters?: readonly Parameter[] }
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { parameters?: Record<string, Parameter> }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^\d+$/

/** A step of a path: a word, or a parameter that takes any text, or what no word can be: ids or numbers alone. */
type Step = { word: string } | { takes: 'ids' | 'numbers' | 'text' }

function stepsOf(path: string, operations: Record<string, Operation>, shared: Record<string, Parameter>): Step[] {
  const parameters = Object.values(operations)
    .flatMap((operation) => operation.parameters ?? [])
    .map((one) => (one.$ref === undefined ? one : (shared[one.$ref.split('/').at(-1) ?? ''] ?? one)))
  return path.split('/').map((step) => {
    const name = /^\{(\w+)\}$/.exec(step)?.[1]
    if (name === undefined) return { word: step }
    const own = parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name)
    const all = (isSuch: (schema: Parameter['schema']) => boolean): boolean =>
      own.length > 0 && own.every(({ schema }) => isSuch(schema))
    if (all((schema) => schema?.type === 'integer')) return { takes: 'numbers' }
    return { takes: all((schema) => schema?.format === 'uuid') ? 'ids' : 'text' }
  })
}

const canMeet = (one: Step, other: Step): boolean => {
  if ('word' in one && 'word' in other) return one.word === other.word
  if ('takes' in one && 'takes' in other) return true
  const [word, takes] =
    'word' in one ? [one.word, (other as { takes: string }).takes] : [(other as { word: string }).word, one.takes]
  return takes === 'text' || (takes === 'ids' ? UUID : NUMBER).test(word)
}

/** A word goes before a parameter where all that comes before is the same: OpenAPI 3.1, 4.8.8.2. */
function goesFirst(one: readonly Step[], other: readonly Step[]): boolean {
  const isWordHere = one.map((step, at) => Number('word' in step) - Number('word' in (other[at] as Step)))
  return isWordHere.every((more) => more >= 0) || isWordHere.every((more) => more <= 0)
}

/** @returns pairs of paths that one URL can mean both of, with neither the more exact one */
export function alikePaths({ paths, components }: Document): string[] {
  const shared = components?.parameters ?? {}
  const all = Object.entries(paths).map(([path, operations]) => ({ path, steps: stepsOf(path, operations, shared) }))
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter(
        (other) =>
          one.steps.length === other.steps.length &&
          one.steps.every((step, index) => canMeet(step, other.steps[index] as Step)) &&
          !goesFirst(one.steps, other.steps),
      )
      .map((other) => `${one.path} and ${other.path}`),
  )
}
