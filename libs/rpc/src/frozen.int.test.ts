/** Services that are there and do not answer: their processes are stopped, as a debugger or a full machine does it. */
import { JournalService } from '@pacioli/protos/ledger'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Connection } from './index.ts'

const PROGRAM = join(import.meta.dirname, '..', 'test-programs', 'server.ts')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function service(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  closing.push(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(line.toString()) }
}

/** Probes as a service would, in less time. */
const breaker = { unresponsiveMs: 200, probeTimeoutMs: 200, probeIntervalMs: 20 }

function clientOf(...ports: number[]) {
  const address = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const connection = new Connection({ target: address, count: 2, breaker })
  closing.push(() => connection.close())
  return connection.client(JournalService)
}

const DEADLINE_MS = 60_000
const options = { context: { requestId: 'r' }, timeoutMs: DEADLINE_MS }
const unavailable = expect.objectContaining({ errorEnum: 'ServiceUnavailable' })

test('calls to a frozen service are refused long before the deadline, until it answers again', async () => {
  const { child, port } = await service()
  const client = clientOf(port)
  await client.GetEntry({}, options)
  child.kill('SIGSTOP')
  const began = performance.now()
  // Those that find out, then those that come later.
  const first = await Promise.allSettled(Array.from({ length: 5 }, () => client.GetEntry({}, options)))
  expect(first.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  await expect(client.GetEntry({}, options)).rejects.toEqual(unavailable)
  expect(performance.now() - began).toBeLessThan(DEADLINE_MS)
  child.kill('SIGCONT')
  const isBack = (): Promise<boolean> =>
    client.GetEntry({}, options).then(
      () => true,
      () => false,
    )
  await expect.poll(isBack, { timeout: 10_000 }).toBe(true)
})

test('a call that never ends does not block others', async () => {
  const { port } = await service()
  const client = clientOf(port)
  const slow = Array.from({ length: 3 }, () => client.ListEntries({}, { ...options, timeoutMs: 1_500 }))
  // Nothing at all is answered meanwhile, far beyond the time after which a service counts as silent.
  for (const { reason } of (await Promise.allSettled(slow)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ errorEnum: 'DeadlineExceeded' })
  await client.GetEntry({}, options)
})
