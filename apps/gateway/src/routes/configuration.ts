import { refused } from '@pacioli/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AccountingConfiguration, UpdateConfigurationBody } from '../schemas/configuration.ts'
import * as examples from '../schemas/examples.ts'
import { Data, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { BusinessParams, changesOf, reads, type Routes, writes } from './route.ts'

const tags = ['Configuration']
const ClientParams = Type.Object({
  clientId: Type.String({ format: 'uuid', description: 'The id of the client that the token is of.' }),
})

const ofClient = (description: string) =>
  Data(refTo(AccountingConfiguration), examples.clientConfiguration, description)
const ofBusiness = (description: string) =>
  Data(refTo(AccountingConfiguration), examples.businessConfiguration, description)

const getClientAccountingConfiguration = {
  operationId: 'getClientAccountingConfiguration',
  summary: "Get a client's accounting configuration",
  description: 'The defaults of all businesses of the client. A token for one business cannot read them.',
  tags,
  params: ClientParams,
  response: { 200: ofClient('The defaults.') },
}

const updateClientAccountingConfiguration = {
  operationId: 'updateClientAccountingConfiguration',
  summary: "Update a client's accounting configuration",
  description:
    'Changes the fields given; null goes back to what holds where nothing is set. They hold for every business that ' +
    'has not set its own. `closing_date` locks the books of all businesses at once, those made later included; a ' +
    'business whose own closing is later keeps that.',
  tags,
  params: ClientParams,
  body: UpdateConfigurationBody,
  response: { 200: ofClient('The defaults as they are now.') },
}

const getAccountingConfiguration = {
  operationId: 'getAccountingConfiguration',
  summary: "Get a business's accounting configuration",
  description: 'What is in effect for the business; `overrides` names what it has set for itself.',
  tags,
  params: BusinessParams,
  response: { 200: ofBusiness('What is in effect.') },
}

const updateAccountingConfiguration = {
  operationId: 'updateAccountingConfiguration',
  summary: "Update a business's accounting configuration",
  description:
    "Changes the fields given; null goes back to the client's. `closing_date` locks the books at once. It cannot open " +
    'what the client has closed: the later of the two counts. A token for one business cannot do this.',
  tags,
  params: BusinessParams,
  body: UpdateConfigurationBody,
  response: { 200: ofBusiness('What is in effect now.') },
}

/** The same words whether the id is of another client, of none, or no id at all: nothing tells them apart. */
function requireOwnClient(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Error) => void): void {
  const { clientId } = request.params as { clientId: string }
  const isOwn = clientId === request.caller?.clientId
  done(isOwn ? undefined : refused('ClientNotFound', 'The token is not of this client.', { field: 'clientId' }))
}

export const configurationRoutes =
  ({ configuration }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/configure/:clientId/accounting',
      {
        schema: getClientAccountingConfiguration,
        config: reads('configure:read', ['ClientNotFound'], { platformOnly: true }),
        onRequest: requireOwnClient,
      },
      async (request) => ({ data: await request.ask(configuration.GetClientAccountingConfiguration, {}) }),
    )

    app.patch(
      '/configure/:clientId/accounting',
      {
        schema: updateClientAccountingConfiguration,
        config: writes('configure:write', ['ClientNotFound'], { platformOnly: true }),
        onRequest: requireOwnClient,
      },
      async (request) => ({
        data: await request.ask(configuration.UpdateClientAccountingConfiguration, changesOf(request.body)),
      }),
    )

    app.get(
      '/businesses/:businessId/accounting-configuration',
      { schema: getAccountingConfiguration, config: reads('books:read', ['BusinessNotFound']) },
      async (request) => ({ data: await request.ask(configuration.GetAccountingConfiguration, {}) }),
    )

    app.patch(
      '/businesses/:businessId/accounting-configuration',
      {
        schema: updateAccountingConfiguration,
        config: writes('books:write', ['BusinessNotFound', 'BusinessArchived'], { platformOnly: true }),
      },
      async (request) => ({
        data: await request.ask(configuration.UpdateAccountingConfiguration, changesOf(request.body)),
      }),
    )
    done()
  }
