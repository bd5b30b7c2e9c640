import { refused } from '@pacioli/errors'
import { Type } from 'typebox'
import * as examples from '../schemas/events-examples.ts'
import { Data, List, Page, refTo } from '../schemas/parts.ts'
import {
  CreateWebhookBody,
  ListDeliveriesQuery,
  RotateSecretBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
} from '../schemas/webhooks.ts'
import type { Services } from '../services.ts'
import { isUuid } from '../validation/formats.ts'
import { changesOf, reads, type Routes, writes } from './route.ts'

const tags = ['Webhooks']
const webhookParam = Type.String({ format: 'uuid', description: 'The id of the webhook.' })
const params = Type.Object({ webhookId: webhookParam })
const DeliveryParams = Type.Object({
  webhookId: webhookParam,
  deliveryId: Type.String({ format: 'uuid', description: 'The id of the delivery.' }),
})

const answer = (description: string) => Data(refTo(Webhook), examples.webhook, description)
const withSecret = (description: string) => Data(refTo(Webhook), examples.webhookWithSecret, description)
const delivery = (example: object, description: string) => Data(refTo(WebhookDelivery), example, description)

const NO_KEY =
  ' An Idempotency-Key is accepted and ignored, since nothing of a request or an answer with a secret is stored.'

const createWebhook = {
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'From now on the endpoint is told of what happens in the businesses of the client, by signed requests as the ' +
    'Standard Webhooks describe them. The answer shows the secret, this once. A client has at most 20.' +
    NO_KEY,
  tags,
  body: CreateWebhookBody,
  response: { 201: withSecret('The new webhook.') },
}

const listWebhooks = {
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'All of the client, the oldest first.',
  tags,
  response: { 200: List(refTo(Webhook), examples.webhook, 'The webhooks.') },
}

const getWebhook = {
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Without its secret.',
  tags,
  params,
  response: { 200: answer('The webhook.') },
}

const updateWebhook = {
  operationId: 'updateWebhook',
  summary: 'Update a webhook',
  description:
    'Changes the fields given; null clears a description or a filter. `disabled: true` ends what waits for it as well; ' +
    '`disabled: false` takes up one that was given up, from what happens next.',
  tags,
  params,
  body: UpdateWebhookBody,
  response: { 200: answer('The webhook as it is now.') },
}

const deleteWebhook = {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'It is told nothing any more.',
  tags,
  params,
  response: { 200: answer('The deleted webhook.') },
}

const rotateWebhookSecret = {
  operationId: 'rotateWebhookSecret',
  summary: 'Sign with another secret',
  description: 'Requests carry two signatures for 24 hours: one by the new secret, one by the secret before.' + NO_KEY,
  tags,
  params,
  body: RotateSecretBody,
  response: { 200: withSecret('The webhook, with its new secret.') },
}

const testWebhook = {
  operationId: 'testWebhook',
  summary: 'Send a ping',
  description:
    'A request of the type `webhook.ping`, tried once, also to a webhook that is disabled. See its delivery.',
  tags,
  params,
  response: { 202: delivery(examples.ping, 'The ping on its way.') },
}

const listWebhookDeliveries = {
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries of a webhook',
  description: 'What was sent to it or is to be, with every attempt; the newest first.',
  tags,
  params,
  querystring: ListDeliveriesQuery,
  response: {
    200: Page(refTo(WebhookDelivery), examples.webhookDelivery, 'created_at', 'A page of deliveries.', 'DESC'),
  },
}

const retryWebhookDelivery = {
  operationId: 'retryWebhookDelivery',
  summary: 'Send a delivery again',
  description: 'At once, whether it failed or was delivered.',
  tags,
  params: DeliveryParams,
  response: { 202: delivery(examples.webhookDelivery, 'The delivery on its way.') },
}

const ofClient = { platformOnly: true }
const known = ['WebhookNotFound'] as const

/** What is no id at all names nothing, and so is refused as an unknown id is. */
function webhookId(given: string): string {
  if (isUuid(given)) return given
  throw refused('WebhookNotFound', 'The client has no such webhook.', { field: 'webhookId' })
}

const itemsOf = (given: string[] | null | undefined) => (given ? { items: given } : undefined)

export const webhookRoutes =
  ({ webhooks }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/configure/webhooks',
      {
        schema: createWebhook,
        config: writes('configure:write', ['BusinessNotFound', 'TooManyWebhooks'], { ...ofClient, timeoutMs: 30_000 }),
      },
      async (request, reply) => {
        const { event_types, business_ids, ...fields } = request.body
        const message = { ...fields, event_types: event_types ?? [], business_ids: business_ids ?? [] }
        return reply.code(201).send({ data: (await request.ask(webhooks.CreateWebhook, message)).data })
      },
    )

    app.get(
      '/configure/webhooks',
      { schema: listWebhooks, config: reads('configure:read', [], ofClient) },
      async (request) => ({ data: (await request.ask(webhooks.ListWebhooks, {})).data }),
    )

    app.get(
      '/configure/webhooks/:webhookId',
      { schema: getWebhook, config: reads('configure:read', known, ofClient) },
      async (request) => {
        const webhook_id = webhookId(request.params.webhookId)
        return { data: (await request.ask(webhooks.GetWebhook, { webhook_id })).data }
      },
    )

    app.patch(
      '/configure/webhooks/:webhookId',
      {
        schema: updateWebhook,
        config: writes('configure:write', [...known, 'BusinessNotFound'], { ...ofClient, timeoutMs: 30_000 }),
      },
      async (request) => {
        const webhook_id = webhookId(request.params.webhookId)
        const { event_types, business_ids, ...fields } = changesOf(request.body)
        const lists = { event_types: itemsOf(event_types), business_ids: itemsOf(business_ids) }
        return { data: (await request.ask(webhooks.UpdateWebhook, { ...fields, ...lists, webhook_id })).data }
      },
    )

    app.delete(
      '/configure/webhooks/:webhookId',
      { schema: deleteWebhook, config: writes('configure:write', known, ofClient) },
      async (request) => {
        const webhook_id = webhookId(request.params.webhookId)
        return { data: (await request.ask(webhooks.DeleteWebhook, { webhook_id })).data }
      },
    )

    app.post(
      '/configure/webhooks/:webhookId/rotate-secret',
      { schema: rotateWebhookSecret, config: writes('configure:write', known, ofClient) },
      async (request) => {
        const message = { ...request.body, webhook_id: webhookId(request.params.webhookId) }
        return { data: (await request.ask(webhooks.RotateWebhookSecret, message)).data }
      },
    )

    app.post(
      '/configure/webhooks/:webhookId/test',
      { schema: testWebhook, config: writes('configure:write', known, ofClient) },
      async (request, reply) => {
        const webhook_id = webhookId(request.params.webhookId)
        return reply.code(202).send({ data: (await request.ask(webhooks.TestWebhook, { webhook_id })).data })
      },
    )

    app.get(
      '/configure/webhooks/:webhookId/deliveries',
      { schema: listWebhookDeliveries, config: reads('configure:read', [...known, 'InvalidCursor'], ofClient) },
      async (request) => {
        const webhook_id = webhookId(request.params.webhookId)
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        const page = { cursor, limit, sort_by, sort_order }
        const { data, pagination } = await request.ask(webhooks.ListWebhookDeliveries, { ...filters, webhook_id, page })
        return { data, meta: { pagination } }
      },
    )

    app.post(
      '/configure/webhooks/:webhookId/deliveries/:deliveryId/retry',
      {
        schema: retryWebhookDelivery,
        config: writes('configure:write', [...known, 'DeliveryNotFound', 'WebhookDisabled', 'EventsPurged'], ofClient),
      },
      async (request, reply) => {
        const { deliveryId } = request.params
        const message = { webhook_id: webhookId(request.params.webhookId), delivery_id: deliveryId }
        return reply.code(202).send({ data: (await request.ask(webhooks.RetryWebhookDelivery, message)).data })
      },
    )
    done()
  }
