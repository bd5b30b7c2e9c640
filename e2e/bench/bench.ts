import type { Stack } from '@pacioli/dev-stack'
import type { VersionBefore } from './tools/before.ts'

/** What a figure should be: at least a share of something, or at most so much of it. */
export type Target = { atLeast: number } | { atMost: number }

/** One measured figure, always a ratio of two things measured alternately in the same run. */
export type Figure = {
  what: string
  /** The two sides in words, with their medians: `1,234/s through the gateway, 4,321/s raw`. */
  sides: string
  value: number
  /** What the value is: a plain ratio unless given. */
  unit?: 'ms'
  /** Absent where a figure is there to be read alone. */
  target?: Target
  /** Every single measurement, by side. */
  samples: Record<string, number[]>
}

export type BenchContext = {
  stack: Stack
  /** Another one like it beside it, for as long as it is used. */
  withAnotherStack: <Result>(use: (another: Stack) => Promise<Result>) => Promise<Result>
  /** The same with the programs of the version before. */
  withStackOfBefore: <Result>(use: (before: VersionBefore & { stack: Stack }) => Promise<Result>) => Promise<Result>
  /** Measures a part, unless others are asked for. Reports its figures, unless it does so itself, as it gets them. */
  measure: (part: string, act: () => Promise<Figure | Figure[] | void>) => Promise<void>
  /** Whether one of these parts is asked for. */
  wants: (...parts: string[]) => boolean
  /** Shows figures and keeps them, in place of what was reported before under the same words. */
  report: (figures: readonly Figure[]) => void
  /** Shows progress. */
  say: (line: string) => void
  /** Prints what is to be read above the figures. */
  show: (text: string) => void
}

/** One name of `npm run bench -- NAME`. A new one is a file of its own, listed in benches.ts. */
export type Bench = {
  name: string
  description: string
  /** What `--only` takes: what can be measured by itself. */
  parts: readonly string[]
  /** With the limits of a stack that is installed; without them unless said. */
  limited?: boolean
  /** Measured rounds, fewer than 5 where more would take long and show no more. */
  rounds?: number
  run: (context: BenchContext) => Promise<void>
}

export const isMet = (value: number, target: Target): boolean =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost
