import { WebhooksService } from '@pacioli/protos/reporting'
import { clientOf, clientRequestOf, implement, type Implementation } from '@pacioli/rpc'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { getWebhook, listWebhooks } from './read-webhooks.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import type { Webhooks } from './webhooks.ts'

export const webhooksRpc = (webhooks: Webhooks): Implementation =>
  implement(WebhooksService, {
    CreateWebhook: (request, context) => createWebhook(webhooks, clientOf(context), request),
    ListWebhooks: (_request, context) => listWebhooks(webhooks, clientOf(context)),
    GetWebhook: ({ webhook_id }, context) => getWebhook(webhooks, clientOf(context), webhook_id),
    UpdateWebhook: (request, context) => updateWebhook(webhooks, clientRequestOf(context), request),
    DeleteWebhook: ({ webhook_id }, context) => deleteWebhook(webhooks, clientOf(context), webhook_id),
    RotateWebhookSecret: (request, context) => rotateSecret(webhooks, clientOf(context), request),
    TestWebhook: ({ webhook_id }, context) => testWebhook(webhooks, clientRequestOf(context), webhook_id),
    ListWebhookDeliveries: (request, context) => listDeliveries(webhooks, clientOf(context), request),
    RetryWebhookDelivery: ({ webhook_id, delivery_id }, context) =>
      retryDelivery(webhooks, clientRequestOf(context), {
        webhookId: webhook_id.toLowerCase(),
        deliveryId: delivery_id.toLowerCase(),
      }),
  })
