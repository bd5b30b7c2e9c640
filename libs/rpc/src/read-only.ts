/** Which methods are read-only, according to their protos, for both sides of a call. */

type Definitions = { options?: { idempotency_level?: string } }

/**
 * A method that may be repeated (`idempotency_level = NO_SIDE_EFFECTS`): if its replica goes away, another one is
 * called. Only the caller of the API repeats writes, as it knows whether they have a key.
 */
export const isReadOnly = (definition: unknown, name: string): boolean =>
  (definition as Record<string, Definitions | undefined>)[name]?.options?.idempotency_level === 'NO_SIDE_EFFECTS'
