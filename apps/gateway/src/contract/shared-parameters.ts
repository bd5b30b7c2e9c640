/** Moves parameters that several operations share into components, so that the document stays small. */
import { titled } from './documented.ts'

type Parameter = { name: string } | { $ref: string }
type Operations = Record<string, { parameters: readonly Parameter[] }>

/** Of several with one name the most used one is shared; the others stay in place. Pure. */
export function shareParameters<Paths extends Record<string, Operations>>(
  paths: Paths,
): { paths: Paths; parameters: Record<string, Parameter> } {
  const all = Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((one) => one.parameters))
  const uses = Map.groupBy(all, (parameter) => JSON.stringify(parameter))
  const byUse = [...uses.values()].sort((one, other) => other.length - one.length)
  const parameters: Record<string, Parameter> = {}
  const refs = new Map<string, Parameter>()
  for (const [parameter, ...more] of byUse) {
    if (parameter === undefined || '$ref' in parameter || more.length === 0) continue
    const name = titled(parameter.name)
    if (name in parameters) continue
    parameters[name] = parameter
    refs.set(JSON.stringify(parameter), { $ref: `#/components/parameters/${name}` })
  }
  const shared = (given: readonly Parameter[]): Parameter[] => given.map((one) => refs.get(JSON.stringify(one)) ?? one)
  const entries = Object.entries(paths).map(([path, operations]) => {
    const changed = Object.entries(operations).map(([method, operation]) => [
      method,
      { ...operation, parameters: shared(operation.parameters) },
    ])
    return [path, Object.fromEntries(changed) as Operations] as const
  })
  return { paths: Object.fromEntries(entries) as Paths, parameters }
}
