/** How much is measured. */
export const USUAL_ROUNDS = 5

let isQuick = false
let asked = USUAL_ROUNDS

/** From now on just enough to see that a benchmark runs: one round, a twentieth of the work. Its figures say nothing. */
export const beQuick = (): void => void (isQuick = true)

/** From now on so many measured rounds. */
export const askRounds = (count: number): void => void (asked = count)

/** Measured rounds; the median over them is reported. */
export const rounds = (): number => (isQuick ? 1 : asked)

/** So much, unless it has to be quick; a multiple of `of`. */
export const sized = (full: number, of = 1): number => (isQuick ? Math.ceil(full / 20 / of) * of : full)
