import { readFileSync } from 'node:fs'
import type { Figure } from '../bench.ts'
import { openSetting, type Setting } from '../journal/setting.ts'
import { asSuperuser } from '../tools/database.ts'
import { gatewayOf } from '../tools/gateway.ts'
import { sized } from '../tools/size.ts'
import { enterInvoices, requestBody } from './bulk-invoices.ts'

const REQUESTS = (): number => sized(16, 4)
const SERVICES = ['gateway', 'billing-svc', 'ledger-svc'] as const

/** Bulk requests one after another: what the services hold at most in the last quarter of them, against the first. */
export async function memoryOfBulk(context: Setting): Promise<Figure> {
  const { stack, say } = context
  const { base, superuser } = await openSetting(context, 'Memory')
  const gateway = gatewayOf(stack, 1)
  const billing = asSuperuser(stack, 'billing')
  const body = requestBody()
  const samples: number[] = []
  for (let request = 0; request < REQUESTS(); request++) {
    await enterInvoices(gateway, billing, base, body)
    samples.push(SERVICES.reduce((sum, name) => sum + residentOf(stack.services[name].pid ?? 0), 0))
    if ((request + 1) % 8 === 0) say(`${request + 1} of ${REQUESTS()} requests`)
  }
  await Promise.all([gateway.close(), billing.end(), superuser.end()])
  const quarter = REQUESTS() / 4
  const [first, last] = [Math.max(...samples.slice(0, quarter)), Math.max(...samples.slice(-quarter))]
  return {
    what: `Resident memory of ${SERVICES.join(', ')} over ${REQUESTS()} such requests: most in the last ${quarter} / in the first ${quarter}`,
    sides: `${(last / 2 ** 20).toFixed(0)} MiB / ${(first / 2 ** 20).toFixed(0)} MiB`,
    value: last / first,
    target: { atMost: 1.3 },
    samples: { resident_bytes: samples },
  }
}

/** Resident bytes of a process. */
function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}
