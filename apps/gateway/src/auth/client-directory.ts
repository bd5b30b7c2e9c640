import { DomainError, refused } from '@pacioli/errors'
import type { Client as ClientMessage } from '@pacioli/protos/ledger'
import { FactCache } from '../fact-cache.ts'
import type { Services } from '../services.ts'

/** What the gateway needs to know of a client, in milliseconds; 0 where nothing was revoked. */
export type ClientFacts = { tokensNotBefore: number }

export const factsOf = ({ tokens_not_before }: ClientMessage): ClientFacts => ({
  tokensNotBefore: tokens_not_before === undefined ? 0 : Date.parse(tokens_not_before),
})

/** The clients whose tokens come in: facts at most 5 seconds old, and dropped early when an event reports a change. */
export class ClientDirectory {
  readonly #clients: Services['clients']
  readonly #facts = new FactCache<ClientFacts>()

  constructor(clients: Services['clients']) {
    this.#clients = clients
  }

  /** @throws InvalidToken for a client that does not exist */
  get(clientId: string, requestId: string): Promise<ClientFacts> {
    return this.#facts.get(clientId, async () => {
      try {
        const { message } = await this.#clients.GetClient({ client_id: clientId }, { context: { clientId, requestId } })
        return factsOf(message)
      } catch (error) {
        if (!(error instanceof DomainError) || error.errorEnum !== 'ClientNotFound') throw error
        throw refused('InvalidToken', 'The client of this bearer token does not exist.')
      }
    })
  }

  learn(clientId: string, facts: ClientFacts): void {
    this.#facts.set(clientId, facts)
  }

  forget(clientId: string): void {
    this.#facts.forget(clientId)
  }

  clear(): void {
    this.#facts.clear()
  }
}
