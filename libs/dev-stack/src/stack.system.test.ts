import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPortFree } from './ports.ts'
import { isAlive, sendSignal } from './processes.ts'
import { startStack } from './stack.ts'
import type { Stack, StackOptions } from './stack.ts'
import { waitFor } from './wait-for.ts'

const appsDir = join(import.meta.dirname, '..', 'test-apps')
const newOptions = (): StackOptions => ({ stateDir: mkdtempSync(join(tmpdir(), 'stack-')), appsDir, durable: false })

const processesOf = (stack: Stack): number[] =>
  [stack.postgres, stack.nats, ...Object.values(stack.replicas).flat()].map(({ pid }) => pid ?? 0)

describe('a stack', () => {
  const said: string[] = []
  const options: StackOptions = { ...newOptions(), say: (line) => said.push(line) }
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack(options)
  })
  afterAll(() => stack?.stop())

  test('writes dev.json for its owner alone', () => {
    const file = join(stack.stateDir, 'dev.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      base_url: stack.baseUrl,
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      client_id: expect.any(String),
      client_secret: 'secret',
      business_id: 'business',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(processesOf(stack).every(isAlive)).toBe(true)
  })

  test('brings back whatever crashes at its address: services, database and broker', async () => {
    const victims = [stack.services.gateway, stack.services['ledger-svc'], stack.nats, stack.postgres]
    for (const victim of victims) sendSignal(victim.pid ?? 0, 'SIGKILL')
    await waitFor('all of them to be back', () => victims.every(({ restarts }) => restarts === 1), {
      timeoutMs: 60_000,
    })
    expect((await fetch(stack.baseUrl)).status).toBe(200)
    expect(await isPortFree(Number(new URL(stack.natsUrl).port))).toBe(false)
    expect(await isPortFree(Number(new URL(stack.postgresAdminUrl).port))).toBe(false)
    expect(said).toContainEqual(
      expect.stringMatching(/^gateway ended unexpectedly with signal SIGKILL; starting it again/),
    )
  })

  test('has no other one beside it in its directory, but in another one, whatever failed to start there before', async () => {
    const refused = startStack(options).catch(String)
    const elsewhere = newOptions()
    const failing = startStack({ ...elsewhere, env: { FAIL_MIGRATION: 'reporting-svc' } })
    await expect(failing).rejects.toThrow(/Migrating the database of reporting-svc failed[^]*no such column/)
    const giveUp = new AbortController()
    const say = (line: string): void => void (line.startsWith('PostgreSQL on') && giveUp.abort())
    await expect(startStack({ ...elsewhere, signal: giveUp.signal, say })).rejects.toThrow()
    // The lock, the database and the broker are free again.
    const other = await startStack(elsewhere)
    expect((await fetch(other.baseUrl)).status).toBe(200)
    await other.stop()
    expect(await refused).toContain(`in use by process ${process.pid}`)
  })

  test('leaves no process behind, a second gateway included, and one that waits for its end finds what it had', async () => {
    const second = await stack.addReplica('gateway')
    expect(second.address).not.toBe(stack.baseUrl)
    expect((await fetch(second.address)).status).toBe(200)
    const processes = [...processesOf(stack), second.pid ?? 0]
    const first = stack
    const starting = startStack(options)
    await first.stop()
    expect(processes.filter(isAlive)).toEqual([])
    stack = await starting
    expect(stack.dev.client_id).toBe(first.dev.client_id)
    expect(stack.secrets).toEqual(first.secrets)
  })
})

test('after kill -9 of the supervisor the services end by themselves, and the next start ends what hangs and recovers the rest', async () => {
  const options = newOptions()
  const { supervisor, processes } = await stackOfAnotherProcess(options)
  const [postgres = 0, nats = 0, ...services] = processes
  const gateway = services.pop() ?? 0
  sendSignal(gateway, 'SIGSTOP')
  supervisor.kill('SIGKILL')
  await waitFor('the services to end', () => services.every((pid) => !isAlive(pid)))
  expect([postgres, nats, gateway].every(isAlive)).toBe(true)

  const stack = await startStack(options)
  expect([postgres, nats, gateway].filter(isAlive)).toEqual([])
  await stack.stop()
})

/** A stack whose supervisor is a process of its own, to be killed. */
async function stackOfAnotherProcess({ stateDir }: StackOptions): Promise<{
  supervisor: ChildProcess
  processes: number[]
}> {
  const program = join(import.meta.dirname, '..', 'test-apps', 'start-and-wait.ts')
  const supervisor = fork(program, [stateDir, appsDir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const processes = await new Promise<number[]>((resolve) => {
    supervisor.once('message', (pids) => resolve(pids as number[]))
  })
  return { supervisor, processes }
}
