/** Every operation about what happened: the feed, the sealed history, audits and webhooks. */
import { waitFor } from '@pacioli/testing'
import type { Api } from './api.ts'

/** The feed of the business, and a webhook that is told of none of it: its endpoint does not answer. */
export async function exerciseEvents(api: Api): Promise<void> {
  await api.call('listEvents', { query: { limit: 1 } })
  await api.call('listAuditLog', { query: { limit: 1, sort_order: 'ASC' } })
  const log = 'LEDGER'
  const entryId = await waitFor('an entry to be sealed', async () => {
    const { data } = (await api.call('listLeaves', { query: { log, limit: 500 } })).body
    const entry = data.find(({ leaf, hash }) => leaf['aggregate_type'] === 'entry' && hash !== null)
    return entry && String(entry.leaf['aggregate_id'])
  })
  const { data: seals } = (await api.call('getLatestSeals')).body
  const size = seals.find((seal) => seal.log === log)?.size ?? 0
  await api.call('listSeals', { query: { log, limit: 1 } })
  await api.call('listCurrentStates', { query: { log, limit: 1 } })
  await api.call('getSeal', { path: { size: String(size) }, query: { log } })
  await api.call('proveInclusion', { query: { log, position: 1, size } })
  await api.call('proveEntry', { path: { entryId } })
  await api.call('proveConsistency', { query: { log, from: size } })
  await api.call('getProof')
  await api.call('listVersions', { query: { aggregate_type: 'business', aggregate_id: api.path.businessId, limit: 1 } })
  await api.call('search', { query: { q: api.path.businessId } })
  const body = { url: 'http://localhost:9/', event_types: ['payout'], business_ids: [api.path.businessId] }
  const { id } = (await api.call('createWebhook', { body: { ...body, description: 'd' } })).body.data
  const path = { webhookId: id }
  await api.call('listWebhooks')
  await api.call('getWebhook', { path })
  await api.call('updateWebhook', { path, body: { description: null } })
  await api.call('rotateWebhookSecret', { path })
  const ping = await api.call('testWebhook', { path })
  await api.call('listWebhookDeliveries', { path, query: { limit: 1 } })
  await api.call('retryWebhookDelivery', { path: { ...path, deliveryId: ping.body.data.id } })
  await api.call('deleteWebhook', { path })
}
