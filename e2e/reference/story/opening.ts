/** A platform gets a token, and opens the books of a business. */
import type { TestClient } from '../../src/clients.ts'
import type { Telling } from '../telling.ts'

export async function open(telling: Telling, client: TestClient): Promise<void> {
  const anybody = client.api.as(undefined)
  for (const asked of ['getHealth', 'getReadiness', 'getJsonWebKeySet', 'getSealKeys'] as const)
    await telling.tell(asked, { as: anybody })
  await telling.tell('issueToken', {
    as: anybody,
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    form: { grant_type: 'client_credentials', scope: 'books:read books:write' },
  })
  const { data: business } = await telling.twice('createBusiness', {
    body: {
      external_id: 'customer-17',
      legal_name: 'Lovelace Engines LLC',
      entity_type: 'LLC',
      us_state: 'CA',
      country: 'US',
      currency: 'USD',
      time_zone: 'America/Los_Angeles',
      activation_at: '2025-01-01T08:00:00Z',
    },
  })
  telling.api = telling.api.of(business.id)
  await telling.tell('listBusinesses')
  await telling.tell('getBusiness')
  await telling.tell('updateBusiness', { body: { industry: 'Mechanical computing', bookkeeping_enrolled: true } })
  await telling.tell('issueBusinessToken', { body: { session_duration: 900 } })
}

export async function configure(telling: Telling, client: TestClient): Promise<void> {
  const path = { clientId: client.id }
  const body = { closing_date: '2024-12-31', default_reporting_basis: 'ACCRUAL' }
  await telling.tell('updateClientAccountingConfiguration', { path, body })
  await telling.tell('getClientAccountingConfiguration', { path })
  await telling.tell('updateAccountingConfiguration', { body: { closing_date: '2024-12-31' } })
  await telling.tell('getAccountingConfiguration')
  const processor = { processor: 'stripe' }
  await telling.tell('configureProcessor', { path: processor, body: { secret: 'the secret of your account there' } })
  await telling.tell('getProcessorConfiguration', { path: processor })
}
