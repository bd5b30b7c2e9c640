/** What events tell of documents that bank transactions can be matched to. Pure. */
import { sumOf } from '../rounding/sum.ts'
import { tagState, type TagRef } from '../tags/tags.ts'

type Part = { amount: number; tags: readonly TagRef[] }

/**
 * The parts of a candidate: what a match takes off the clearing account, under the tags that it stands there with. One that
 * goes the other way than the whole, such as refunds in a payout, is below zero. None where the whole comes to nothing.
 * @param parts what the document left on its clearing account, in the direction of the whole
 */
export const candidateAllocations = (parts: readonly Part[]) =>
  sumOf(parts.map(({ amount }) => amount)) > 0
    ? parts.filter(({ amount }) => amount !== 0).map(({ amount, tags }) => ({ amount, tags: tags.map(tagState) }))
    : []
