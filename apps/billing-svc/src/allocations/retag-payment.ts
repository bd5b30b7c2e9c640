/** Retags payments whose own tags or whose documents' tags changed: no amount moves. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { TagRef } from '../tags/tags.ts'
import type { Allocation } from './allocation.ts'
import { recognizeAgain, type Recognizable } from './recognition.ts'

/**
 * The payment with its allocations' shares and posted tags brought in line with the current tags of the documents, the
 * allocations and the payment. The same object where nothing changes.
 * @param documentOf the document of an allocation; undefined leaves that allocation as it is
 */
export function retaggedPayment<Payment extends { allocations: readonly Allocation[]; tags: readonly TagRef[] }>(
  payment: Payment,
  documentOf: (allocation: Payment['allocations'][number]) => Recognizable | undefined,
): Payment {
  const allocations = payment.allocations.map((allocation) => {
    const document = documentOf(allocation)
    if (!document) return allocation
    const was = document.components
    const [after = allocation] = recognizeAgain({ ...document, was }, [{ allocation, paymentTags: payment.tags }])
    const isSame = isDeepStrictEqual([after.shares, after.postedTags], [allocation.shares, allocation.postedTags])
    return isSame ? allocation : after
  })
  return allocations.every((one, index) => one === payment.allocations[index]) ? payment : { ...payment, allocations }
}
