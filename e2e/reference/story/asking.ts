/** The bookkeepers ask the owner, and the platform is told of what happens. */
import { waitFor } from '@pacioli/testing'
import { startHookReceiver } from '../../src/hook-receiver.ts'
import type { Telling } from '../telling.ts'

export async function ask(telling: Telling): Promise<void> {
  const { data: task } = await telling.twice('createTask', {
    body: {
      external_id: 'receipt-8812',
      title: 'Receipt of 30 December',
      question: 'What were the 290.99 at Corner Hardware for?',
      effective_at: '2025-12-30T00:00:00Z',
      reference_number: '2025-12',
    },
  })
  const path = { taskId: task.id }
  await telling.tell('respondToTask', { path, body: { user_response: 'A new lock for the workshop.' } })
  await telling.tell('updateTask', { path, body: { status: 'ASSIGNED', question: 'Which project was it for?' } })
  await telling.tell('getTask', { path })
  await telling.tell('listTasks')
  await telling.tell('search', { query: { q: 'receipt-8812' } })
  await telling.reported()
  await waitFor('the task to be told of', async () => {
    const { body } = await telling.api.call('getBusinessNotifications')
    return body.data.todo_tasks === 1
  })
  await telling.tell('getBusinessNotifications')
}

/**
 * After the reports have everything: which position an event has would else be chance.
 * @returns the address of the platform, in this run
 */
export async function beTold(telling: Telling): Promise<string> {
  const receiver = await startHookReceiver(telling.api.contract)
  try {
    await hook(telling, receiver.url)
    return receiver.url
  } finally {
    await receiver.close()
  }
}

/** The seals of the ledger: the first one, the latest, and what leads from one to the other. */
async function tellOfSeals(telling: Telling): Promise<void> {
  const { api } = telling
  const log = 'LEDGER'
  const { seal: first } = (await api.call('proveInclusion', { query: { log, position: 1 } })).body.data
  const { data: seals } = (await api.call('getLatestSeals')).body
  const latest = seals.find((seal) => seal.log === log)
  const { data: entries } = (await api.call('listEntries', { query: { limit: 1, sort_order: 'ASC' } })).body
  await telling.tell('getLatestSeals')
  await telling.tell('listSeals', { query: { log, limit: 1 } })
  await telling.tell('getSeal', { path: { size: String(first.size) }, query: { log } })
  await telling.tell('listLeaves', { query: { log, limit: 1 } })
  await telling.tell('listCurrentStates', { query: { log, limit: 1 } })
  await telling.tell('proveInclusion', { query: { log, position: 1, size: latest?.size } })
  await telling.tell('proveEntry', { path: { entryId: entries[0]?.id ?? '' }, query: { size: latest?.size } })
  await telling.tell('proveConsistency', { query: { log, from: first.size, to: latest?.size } })
}

/** Once the ledger has audited it. */
async function tellOfProof(telling: Telling): Promise<void> {
  await waitFor('an audit', async () => {
    const { data } = (await telling.api.call('getProof')).body
    return data.invariants[0]?.audited_at ?? undefined
  })
  await telling.tell('getProof')
}

async function hook(telling: Telling, url: string): Promise<void> {
  const { api } = telling
  const { data: webhook } = await telling.tell('createWebhook', {
    body: { url, description: 'Our books', event_types: ['customer'] },
  })
  const path = { webhookId: webhook.id }
  const delivered = (attempts: number) =>
    waitFor('the delivery', async () => {
      const { body } = await api.call('listWebhookDeliveries', { path, query: { status: 'DELIVERED' } })
      return body.data.find((delivery) => delivery.attempts.length === attempts)
    })
  await telling.tell('getWebhook', { path })
  await telling.tell('listWebhooks')
  const { data: customers } = (await api.call('listCustomers')).body
  const customerId = customers[0]?.id ?? ''
  await telling.tell('updateCustomer', {
    path: { customerId },
    body: { office_phone: '+44 20 7946 0142' },
    headers: { 'pacioli-actor': 'user-4711' },
  })
  const { id: deliveryId, position } = await delivered(1)
  await telling.tell('listWebhookDeliveries', { path })
  await telling.tell('listEvents', { query: { after: (position ?? 1) - 1, limit: 1 } })
  await telling.tell('retryWebhookDelivery', { path: { ...path, deliveryId } })
  await telling.tell('listAuditLog', { query: { aggregate_id: customerId, limit: 1 } })
  await telling.tell('listVersions', { query: { aggregate_type: 'customer', aggregate_id: customerId, limit: 1 } })
  await tellOfSeals(telling)
  await tellOfProof(telling)
  await delivered(2)
  await telling.tell('rotateWebhookSecret', { path })
  await telling.tell('testWebhook', { path })
  await waitFor('the ping', async () => {
    const { body } = await api.call('listWebhookDeliveries', { path, query: { status: 'DELIVERED' } })
    return body.data.length === 2
  })
  await telling.tell('updateWebhook', { path, body: { disabled: true } })
  await telling.tell('deleteWebhook', { path })
}
