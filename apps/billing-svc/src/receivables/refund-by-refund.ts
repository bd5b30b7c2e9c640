/**
 * Parts of refunds in the order in which they are read, whatever order they came in: refund by refund, those of an allocation as they
 * stand in it. Events tell them so, too. Pure.
 */
export const refundByRefund = <Part extends { refundId: string; allocationId: string }>(
  parts: readonly Part[],
): Part[] =>
  parts.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ refundId, allocationId }) => `${refundId} ${allocationId}`)
    return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1
  })
