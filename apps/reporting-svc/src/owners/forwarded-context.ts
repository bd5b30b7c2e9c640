import type { OutgoingContext } from '@pacioli/rpc'

/** The caller and deadline of a call, without its Idempotency-Key, which is for writes. */
export const forwardedContext = ({
  requestId,
  clientId,
  businessId,
  traceparent,
  deadline,
}: OutgoingContext): OutgoingContext => ({
  requestId,
  clientId,
  businessId,
  traceparent,
  deadline,
})
