import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { isPortFree } from './ports.ts'
import { isAlive, sendSignal } from './processes.ts'
import { startStack } from './stack.ts'
import type { Stack, StackOptions } from './stack.ts'
import { waitFor } from './wait-for.ts'

const appsDir = join(import.meta.dirname, '..', 'test-apps')

let options: StackOptions
let said: string[]
beforeEach(() => {
  said = []
  options = { stateDir: mkdtempSync(join(tmpdir(), 'stack-')), appsDir, durable: false, say: (line) => said.push(line) }
})

const processesOf = (stack: Stack): number[] =>
  [stack.postgres, stack.nats, ...Object.values(stack.services)].map(({ pid }) => pid ?? 0)

test('a stack starts, writes dev.json for its owner alone, and leaves no process behind', async () => {
  const stack = await startStack(options)
  const file = join(stack.stateDir, 'dev.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    base_url: stack.baseUrl,
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    client_id: expect.any(String),
    client_secret: 'secret',
    business_id: 'business',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const processes = processesOf(stack)
  expect(processes.every(isAlive)).toBe(true)
  await stack.stop()
  expect(processes.filter(isAlive)).toEqual([])
})

test('a second start finds the client, the business and the secrets of the first', async () => {
  const first = await startStack(options)
  await first.stop()
  const second = await startStack(options)
  expect(second.dev.client_id).toBe(first.dev.client_id)
  expect(second.secrets).toEqual(first.secrets)
  await second.stop()
})

test('two stacks run side by side, but not in one directory', async () => {
  const one = await startStack(options)
  const two = await startStack({ ...options, stateDir: mkdtempSync(join(tmpdir(), 'stack-')) })
  await expect(startStack(options)).rejects.toThrow(`in use by process ${process.pid}`)
  await Promise.all([one.stop(), two.stop()])
})

test('a start waits for a stack that is just stopping in its directory', async () => {
  const first = await startStack(options)
  const starting = startStack(options)
  await first.stop()
  const second = await starting
  await second.stop()
})

test('whatever crashes comes back at its address: services, database and broker', async () => {
  const stack = await startStack(options)
  const victims = [stack.services.gateway, stack.services['ledger-svc'], stack.nats, stack.postgres]
  for (const victim of victims) sendSignal(victim.pid ?? 0, 'SIGKILL')
  await waitFor('all of them to be back', () => victims.every(({ restarts }) => restarts === 1))
  expect((await fetch(stack.baseUrl)).status).toBe(200)
  expect(await isPortFree(Number(new URL(stack.natsUrl).port))).toBe(false)
  expect(await isPortFree(Number(new URL(stack.postgresAdminUrl).port))).toBe(false)
  expect(said).toContainEqual(
    expect.stringMatching(/^gateway ended unexpectedly with signal SIGKILL; starting it again/),
  )
  await stack.stop()
})

test('a second gateway serves beside the first and is stopped with it', async () => {
  const stack = await startStack(options)
  const second = await stack.addReplica('gateway')
  expect(second.address).not.toBe(stack.baseUrl)
  expect((await fetch(second.address)).status).toBe(200)
  const pid = second.pid ?? 0
  await stack.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a failed migration stops what was started and says what went wrong', async () => {
  const failing = startStack({ ...options, env: { FAIL_MIGRATION: 'reporting-svc' } })
  await expect(failing).rejects.toThrow(/Migrating the database of reporting-svc failed[^]*no such column/)
  const stack = await startStack(options) // the lock, the database and the broker are free again
  await stack.stop()
})

test('giving up while it starts leaves nothing behind', async () => {
  const giveUp = new AbortController()
  const starting = startStack({
    ...options,
    signal: giveUp.signal,
    say: (line) => {
      if (line.startsWith('PostgreSQL on')) giveUp.abort()
    },
  })
  await expect(starting).rejects.toThrow()
  const stack = await startStack(options)
  await stack.stop()
})

test('a service that hangs after kill -9 of its supervisor is ended by the next start', async () => {
  const { supervisor, processes } = await stackOfAnotherProcess()
  const [gateway = 0] = processes.slice(-1)
  sendSignal(gateway, 'SIGSTOP')
  supervisor.kill('SIGKILL')
  await waitFor('the supervisor to end', () => !isAlive(supervisor.pid ?? 0))
  const stack = await startStack(options)
  expect(isAlive(gateway)).toBe(false)
  await stack.stop()
})

test('after kill -9 of the supervisor the services end by themselves and the next start recovers the rest', async () => {
  const { supervisor, processes } = await stackOfAnotherProcess()
  const [postgres = 0, nats = 0, ...services] = processes
  supervisor.kill('SIGKILL')
  await waitFor('the services to end', () => services.every((pid) => !isAlive(pid)))
  expect([postgres, nats].every(isAlive)).toBe(true)

  const stack = await startStack(options)
  expect([postgres, nats].filter(isAlive)).toEqual([])
  await stack.stop()
})

/** A stack whose supervisor is a process of its own, to be killed. */
async function stackOfAnotherProcess(): Promise<{ supervisor: ChildProcess; processes: number[] }> {
  const program = join(import.meta.dirname, '..', 'test-apps', 'start-and-wait.ts')
  const supervisor = fork(program, [options.stateDir, appsDir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const processes = await new Promise<number[]>((resolve) => {
    supervisor.once('message', (pids) => resolve(pids as number[]))
  })
  return { supervisor, processes }
}
