import type { OutgoingContext } from '@pacioli/rpc'

/** Who asks, and until when, but not the claim on a key: that is for writes. */
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
