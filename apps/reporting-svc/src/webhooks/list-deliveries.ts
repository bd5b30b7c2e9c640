import { refused } from '@pacioli/errors'
import { fittingInBytes, messageBytes, paginationOf, readPage, type Listing } from '@pacioli/paging'
import type { ListWebhookDeliveriesRequest__Output, ListWebhookDeliveriesResponse } from '@pacioli/protos/reporting'
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts'
import { countDeliveries, findAttempts, listDeliveries as loadPage } from './delivery.store.ts'
import { requireWebhook } from './read-webhooks.ts'
import { toDeliveryMessage } from './webhook.messages.ts'
import type { Webhooks } from './webhooks.ts'

const listing: Listing = { name: 'webhook_deliveries', sorts: ['created_at'], defaultOrder: 'DESC' }

const keyOf = (delivery: Delivery): string[] => [delivery.createdAt.toISOString(), delivery.id]

/** Sent and pending deliveries, newest first. @throws WebhookNotFound, InvalidQuery, InvalidCursor */
export function listDeliveries(
  { db, cursorKey }: Webhooks,
  clientId: string,
  query: ListWebhookDeliveriesRequest__Output,
): Promise<ListWebhookDeliveriesResponse> {
  const { status } = query
  if (typeof status === 'string' && !DELIVERY_STATUSES.some((known) => known === status))
    throw refused('InvalidQuery', `status is one of ${DELIVERY_STATUSES.join(', ')}.`, {
      field: 'status',
      value: status,
    })
  const filters = { status, businessId: query.business_id?.toLowerCase(), eventId: query.event_id }
  // A snapshot: an attempt is never shown without its outcome.
  return db.snapshot({ clientId }, async (tx) => {
    const webhook = await requireWebhook(tx, clientId, query.webhook_id)
    const scope = [clientId, webhook.id, filters]
    const page = readPage(cursorKey, listing, scope, query.page ?? {})
    const total = page.totalCount ?? (await countDeliveries(tx, clientId, webhook.id, filters))
    const found = await loadPage(tx, clientId, webhook.id, filters, page)
    const onPage = found.slice(0, page.limit)
    const attempts = await findAttempts(tx, clientId, webhook.id, onPage)
    const messages = onPage.map((delivery) => toDeliveryMessage(delivery, attempts.get(delivery.id) ?? []))
    const fitting = fittingInBytes(messages, messageBytes)
    const last = found.length > fitting ? onPage[fitting - 1] : undefined
    const pagination = paginationOf(cursorKey, listing, scope, page, total, last && keyOf(last))
    return { data: messages.slice(0, fitting), pagination }
  })
}
