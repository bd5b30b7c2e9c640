/**
 * One result for all who ask: they share the call that is running, and for `liveMs` after its end what came of it. So a
 * flood of questions costs one answer. A failure is told to those who wait for it and not kept.
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
