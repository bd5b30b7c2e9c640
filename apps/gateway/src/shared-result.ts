/**
 * Shares one result: callers wait for the same call, and reuse its result for `ttlMs`, so a flood of requests costs one
 * call. A failure reaches those who wait for it and is not kept.
 */
export function sharedResult<Result>(
  make: () => Promise<Result>,
  ttlMs: number,
  clock: () => number = () => performance.now(),
): () => Promise<Result> {
  let current: Promise<Result> | undefined
  let until = Infinity
  return () => {
    if (current && clock() < until) return current
    const made = make()
    current = made
    until = Infinity
    made.then(
      () => {
        until = clock() + ttlMs
      },
      () => {
        current = undefined
      },
    )
    return made
  }
}
