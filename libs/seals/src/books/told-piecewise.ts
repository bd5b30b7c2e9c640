/** What is told while work goes on, as a stream: the work waits until each piece is taken. */

/**
 * @param work what it tells is taken before it goes on; where nobody takes any more, telling fails, and so should the work
 * @throws what the work throws
 */
export async function* toldPiecewise<Piece>(
  work: (tell: (piece: Piece) => Promise<void>) => Promise<void>,
): AsyncGenerator<Piece> {
  const left = new Error('Nobody takes what is told any more.')
  let offered = Promise.withResolvers<Piece | undefined>()
  let taken = Promise.withResolvers<void>()
  taken.promise.catch(() => undefined)
  const running = work(async (piece) => {
    offered.resolve(piece)
    await taken.promise
  })
  // It ends the stream, well or not.
  running.then(
    () => offered.resolve(undefined),
    (error: unknown) => offered.reject(error),
  )
  let isOver = false
  try {
    for (;;) {
      const piece = await offered.promise
      if (piece === undefined) return
      yield piece
      offered = Promise.withResolvers()
      offered.promise.catch(() => undefined)
      const before = taken
      taken = Promise.withResolvers()
      taken.promise.catch(() => undefined)
      before.resolve()
    }
  } catch (error) {
    isOver = true
    throw error
  } finally {
    if (!isOver) {
      taken.reject(left)
      await running.catch(() => undefined)
    }
  }
}
