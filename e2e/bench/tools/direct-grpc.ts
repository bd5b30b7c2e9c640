/** Calls of ledger-svc without the product's client: each is a stream of its own, as those of any gRPC library are. */
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import type { Stack } from '@pacioli/dev-stack'
import { JournalService } from '@pacioli/protos/ledger'

export type DirectLedger = {
  /** @throws ServiceError where the entry is not there, or the call takes longer than ten seconds */
  getEntry: (entryId: string) => Promise<void>
  close: () => void
}

const TIMEOUT_MS = 10_000

/** On behalf of one business, over one connection. */
export function directLedger(
  stack: Stack,
  { clientId, businessId }: { clientId: string; businessId: string },
): DirectLedger {
  const client = new Client(stack.services['ledger-svc'].address, credentials.createInsecure())
  const { path, requestSerialize, responseDeserialize } = JournalService.GetEntry
  const metadata = new Metadata()
  metadata.set('pacioli-request-id', 'bench')
  metadata.set('pacioli-client-id', clientId)
  metadata.set('pacioli-business-id', businessId)
  return {
    getEntry: (entryId) =>
      new Promise((resolve, reject) => {
        const request = { entry_id: entryId }
        const options = { deadline: Date.now() + TIMEOUT_MS }
        client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, options, (error) =>
          error ? reject(error) : resolve(),
        )
      }),
    close: () => client.close(),
  }
}
