type Node = Record<string, unknown>

const at = (document: object, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((within, step) => (within as Node)[step], document)

/**
 * An OpenAPI document with its references to responses, headers, parameters and examples resolved. Schemas stay
 * references, as they may contain themselves. A discriminator loses its mapping, which Ajv does not know.
 */
export function resolved<Document extends object>(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, mapping: _mapping, ...rest } = value as Node
    if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) return resolve(at(document, $ref))
    const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolve(one)]))
    return $ref === undefined ? own : { $ref, ...own }
  }
  return resolve(document) as Document
}
