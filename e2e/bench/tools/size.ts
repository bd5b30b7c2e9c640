/** How much is measured. */
let isQuick = false

/** From now on just enough to see that a benchmark runs: one round, a twentieth of the work. Its figures say nothing. */
export const beQuick = (): void => void (isQuick = true)

/** Measured rounds; the median over them is reported. */
export const rounds = (): number => (isQuick ? 1 : 5)

/** So much, unless it has to be quick; a multiple of `of`. */
export const sized = (full: number, of = 1): number => (isQuick ? Math.ceil(full / 20 / of) * of : full)
