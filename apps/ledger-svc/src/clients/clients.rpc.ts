import { refused } from '@pacioli/errors'
import { ClientsService } from '@pacioli/protos/ledger'
import { implement, isUuid, type Implementation } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { secretMatches, toClientMessage, type Client } from './client.ts'
import { loadClient } from './client.store.ts'

const find = (ledger: Ledger, clientId: string): Promise<Client | undefined> =>
  isUuid(clientId) ? ledger.db.transact({ clientId }, (tx) => loadClient(tx, clientId)) : Promise.resolve(undefined)

export const clientsRpc = (ledger: Ledger): Implementation =>
  implement(ClientsService, {
    GetClient: async ({ client_id }) => {
      const client = await find(ledger, client_id)
      if (!client) throw refused('ClientNotFound', `There is no client ${client_id}.`)
      return toClientMessage(client)
    },
    AuthenticateClient: async ({ client_id, client_secret }) => {
      const client = await find(ledger, client_id)
      if (!client || !secretMatches(client, client_secret))
        throw refused('InvalidClient', 'The client id or the client secret is wrong.')
      return toClientMessage(client)
    },
  })
