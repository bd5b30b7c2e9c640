/** The number below which the share lies: `percentile([1, 2, 3], 0.5)` is 2. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]
  if (value === undefined) throw new Error('There is no percentile of no samples.')
  return value
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** Element by element. */
export const ratios = (numerators: readonly number[], denominators: readonly number[]): number[] =>
  numerators.map((numerator, index) => numerator / (denominators[index] ?? Number.NaN))
