import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TAKEOVERS_FILE } from './takeovers.ts'
import { isAlive, sendSignal } from './processes.ts'
import { serveAlone } from './serve-alone.ts'
import { startStack } from './stack.ts'
import type { Stack } from './stack.ts'
import { waitFor } from './wait-for.ts'

const TEST_APPS = join(import.meta.dirname, '..', 'test-apps')

let appsDir: string
let stack: Stack
let said: string[]
let isUp = true
const serving = new Set<AbortController>()

beforeAll(async () => {
  said = []
  appsDir = mkdtempSync(join(tmpdir(), 'apps-'))
  cpSync(TEST_APPS, appsDir, { recursive: true })
  const stateDir = mkdtempSync(join(tmpdir(), 'stack-'))
  stack = await startStack({ stateDir, appsDir, durable: false, say: (line) => said.push(line) })
})
afterEach(async () => {
  for (const ending of serving) ending.abort()
  serving.clear()
  if (isUp) await own()
})
afterAll(() => stack?.stop())

/** Serves the gateway, whose stand-in answers with its process. */
function serve(options: Partial<Parameters<typeof serveAlone>[0]> = {}) {
  const ending = new AbortController()
  serving.add(ending)
  const lines: string[] = []
  const heard: string[] = []
  const ended = serveAlone({
    stateDir: stack.stateDir,
    service: 'gateway',
    appsDir,
    say: (line) => lines.push(line),
    onLine: (line) => heard.push(line),
    signal: ending.signal,
    ...options,
  })
  ended.catch(() => undefined)
  const printed = (words: string) => waitFor(`"${words}"`, () => lines.some((line) => line.includes(words)))
  return { ended, end: () => ending.abort(), lines, heard, printed }
}

const whoServes = async (): Promise<number> => ((await (await fetch(stack.baseUrl)).json()) as { pid: number }).pid

const own = (): Promise<boolean> =>
  waitFor('the own process to serve', async () => {
    const { pid } = stack.services.gateway
    return pid !== undefined && (await whoServes().catch(() => 0)) === pid
  })

test('a served service takes the place of the stack’s own, at its address, and gives it back', async () => {
  const before = await whoServes()
  const { ended, end, printed, heard } = serve()
  await printed('gateway is ready')
  const served = await whoServes()
  expect(served).not.toBe(before)
  expect([isAlive(before), stack.services.gateway.pid]).toEqual([false, undefined])
  expect(heard).toContainEqual(expect.stringContaining('gateway is up'))
  end()
  expect(await ended).toBe('interrupted')
  expect(isAlive(served)).toBe(false)
  await own()
  expect(said).toContain(`gateway steps aside for process ${process.pid}`)
})

test('it starts again when its sources change, and not for a test of theirs', async () => {
  const { printed, lines } = serve()
  await printed('gateway is ready')
  const first = await whoServes()
  writeFileSync(join(appsDir, 'gateway', 'src', 'main.test.ts'), '')
  appendFileSync(join(appsDir, 'gateway', 'src', 'main.ts'), '// changed\n')
  await printed('main.ts changed')
  await waitFor('another process', async () => (await whoServes().catch(() => first)) !== first)
  expect(lines.filter((line) => line.includes('test.ts'))).toEqual([])
  expect(isAlive(first)).toBe(false)
})

test('broken sources wait for a change, and the takeover lasts meanwhile', async () => {
  const main = join(appsDir, 'gateway', 'src', 'main.ts')
  const { printed } = serve()
  await printed('gateway is ready')
  const first = await whoServes()
  appendFileSync(main, 'throw new Error("half done")\n')
  await printed('Waiting for a change')
  expect(stack.services.gateway.pid).toBeUndefined()
  cpSync(join(TEST_APPS, 'gateway', 'src', 'main.ts'), main)
  expect(await waitFor('it to serve again', () => whoServes().catch(() => undefined))).not.toBe(first)
})

test('a second one is refused with the reason, and the first goes on', async () => {
  const first = serve()
  await first.printed('gateway is ready')
  const served = await whoServes()
  await expect(serve().ended).rejects.toThrow(
    `gateway is served by process ${process.pid} already. End that one first (Ctrl-C there).`,
  )
  expect(await whoServes()).toBe(served)
})

test('two services are served side by side', async () => {
  const [gateway, billing] = [serve(), serve({ service: 'billing-svc' })]
  await Promise.all([gateway.printed('gateway is ready'), billing.printed('billing-svc is ready')])
  expect(stack.services['billing-svc'].pid).toBeUndefined()
  billing.end()
  await billing.ended
  await waitFor('billing-svc to be back', () => stack.services['billing-svc'].pid)
  expect(stack.services.gateway.pid).toBeUndefined()
})

test('only a reader of the state directory may take over', async () => {
  const file = join(stack.stateDir, TAKEOVERS_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const stateDir = mkdtempSync(join(tmpdir(), 'stranger-'))
  const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
  writeFileSync(join(stateDir, TAKEOVERS_FILE), JSON.stringify({ port, token: 'guessed' }))
  const before = await whoServes()
  await expect(serve({ stateDir }).ended).rejects.toThrow('The token of the state directory is not this one')
  expect(await whoServes()).toBe(before)
})

test('a service that hangs after kill -9 of its parent is replaced all the same', async () => {
  const { server, served } = await servedByAnotherProcess()
  sendSignal(served, 'SIGSTOP')
  server.kill('SIGKILL')
  await own()
  expect(isAlive(served)).toBe(false)
})

test('when the stack stops, what is served ends with it; without a stack it says what to do', async () => {
  const { ended, printed, lines } = serve()
  await printed('gateway is ready')
  const served = await whoServes()
  isUp = false
  await stack.stop()
  expect(isAlive(served)).toBe(false)
  expect(await ended).toBe('stack ended')
  expect(lines).toContain('The stack has ended, and gateway with it')
  const words = /No stack runs in .*Start one with npm start.*PACIOLI_STATE_DIR/
  for (const stateDir of [stack.stateDir, mkdtempSync(join(tmpdir(), 'none-')), '/nowhere/at/all'])
    await expect(serve({ stateDir }).ended).rejects.toThrow(words)
})

/** Served by a process of its own, to be killed. */
async function servedByAnotherProcess(): Promise<{ server: ChildProcess; served: number }> {
  const program = join(TEST_APPS, 'serve-and-wait.ts')
  const before = await whoServes()
  const server = spawn(process.execPath, [program, stack.stateDir, appsDir], { stdio: ['ignore', 'ignore', 'inherit'] })
  const served = await waitFor('it to be served', async () => {
    const pid = await whoServes().catch(() => before)
    return pid !== before && pid
  })
  return { server, served }
}
