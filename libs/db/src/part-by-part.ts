/** A part of the rows, or a server, by its name for the operator. */
export type Named<One> = { name: string; open: () => Promise<One> }

/** What could not be done somewhere, and why. */
export class SomeFailed extends AggregateError {
  constructor(failures: readonly { name: string; error: Error }[], count: number) {
    super(
      failures.map(({ error }) => error),
      `${failures.length} of ${count} failed: ${failures.map(({ name, error }) => `${name}: ${error.message}`).join('; ')}`,
    )
    this.name = 'SomeFailed'
  }
}

/**
 * Does something in one after the other. What fails in one holds up no other.
 * @throws SomeFailed at the end, or where there is only one what it failed with
 */
export async function oneByOne<One, Done>(
  all: readonly Named<One>[],
  work: (one: One) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = []
  const failures: { name: string; error: Error }[] = []
  for (const { name, open } of all)
    try {
      done.push(await work(await open()))
    } catch (error) {
      if (all.length === 1) throw error
      failures.push({ name, error: error instanceof Error ? error : new Error(String(error)) })
    }
  if (failures.length > 0) throw new SomeFailed(failures, all.length)
  return done
}
