import { refused } from '@pacioli/errors'
import type { Strictness } from './tag.ts'

/** @throws InvalidPayload */
export function toStrictness(given: string | undefined): Strictness | undefined {
  if (given === undefined || given === 'BALANCING' || given === 'NON_BALANCING') return given
  throw refused('InvalidPayload', 'Expected BALANCING or NON_BALANCING.', { field: 'strictness', value: given })
}
