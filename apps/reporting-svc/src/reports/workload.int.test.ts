/** Reports and the memory that they use until they are read. */
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfStreams, serve } from '@pacioli/rpc'
import { Workload } from '@pacioli/service'
import { expect, onTestFinished, test } from 'vitest'
import { reportingDatabase, sampleBusiness, sampleOwners } from '../reporting.test-helpers.ts'
import { ReportSources } from '../replica/replica.ts'
import { reportsRpc } from './reports.rpc.ts'

test('a report without memory capacity when it may begin is refused before any of it is sent', async () => {
  const [database, { ledger, owners, close }] = await Promise.all([reportingDatabase(), sampleOwners()])
  onTestFinished(close)
  onTestFinished(() => database.app.close())
  const workload = new Workload({ bytes: 1024 * 1024, heavyAtOnce: 1 })
  const sources = new ReportSources()
  // Called without the server's check: there was capacity when the call came.
  const services = [
    reportsRpc(
      () => sources.begin({ primary: database.app }),
      database.app,
      owners,
      () => new Date(),
      { through: null },
      workload,
    ),
  ]
  const server = await serve({ host: '127.0.0.1', port: 0, services })
  onTestFinished(() => server.stop(100))
  const reports = clientOfStreams(ReportsService, { target: `127.0.0.1:${server.port}`, count: 1 })
  onTestFinished(reports.close)
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  ledger.facts.businesses = [business]
  const context = { requestId: 'r', clientId: business.client_id, businessId: business.id }
  const read = () => Array.fromAsync(reports.client.GetReport({ report: 'TRIAL_BALANCE' }, { context }))

  const fetched = workload.charge({ clientId: business.client_id }, 1024 * 1024)
  await expect(read()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable', by: 'reporting' })
  fetched()
  expect((await read()).length).toBeGreaterThan(0)
  expect(workload.bytes).toBe(0)
})
