/** Which methods change nothing: their protos say so, and both sides of a call go by it. */

type Definitions = { options?: { idempotency_level?: string } }

/**
 * What may be asked twice (`idempotency_level = NO_SIDE_EFFECTS`): should the replica that has it go away, another one is
 * asked. Writes are repeated by the caller of the API alone, who knows whether they have a key.
 */
export const isReadOnly = (definition: unknown, name: string): boolean =>
  (definition as Record<string, Definitions | undefined>)[name]?.options?.idempotency_level === 'NO_SIDE_EFFECTS'
