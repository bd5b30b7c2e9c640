import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { supervise } from './supervisor.ts'
import { exitOf } from './processes.ts'
import type { Exit, Running } from './processes.ts'
import { waitFor } from './wait-for.ts'

/** A program whose processes are promises: `end` ends the one now running. */
function rehearsal({ failingStarts = [] as number[] } = {}) {
  let starts = 0
  let end: (exit: Exit) => void = () => {}
  const start = (): Promise<Running> => {
    starts += 1
    if (failingStarts.includes(starts)) return Promise.reject(new Error(`start ${starts} failed`))
    const exited = new Promise<Exit>((resolve) => (end = resolve))
    const stop = async (): Promise<void> => end({ code: 0, signal: null })
    return Promise.resolve({ pid: starts, exited, stop })
  }
  return { start, crash: () => end({ code: null, signal: 'SIGKILL' }), starts: () => starts }
}

test('a program that ends by itself is started again, and the reason and time are reported', async () => {
  const { start, crash } = rehearsal()
  const said: string[] = []
  const program = supervise({ name: 'ledger', start }, { say: (line) => said.push(line), backoffMs: 1 })
  await program.start()
  crash()
  await waitFor('the restart', () => program.restarts === 1)
  expect(program.pid).toBe(2)
  expect(said).toEqual([
    'ledger ended unexpectedly with signal SIGKILL; starting it again in 1 ms',
    'ledger is up again (process 2)',
  ])
  await program.stop()
})

test('each failure doubles the wait', async () => {
  const { start, crash } = rehearsal({ failingStarts: [2, 3] })
  const said: string[] = []
  const program = supervise({ name: 'ledger', start }, { say: (line) => said.push(line), backoffMs: 1 })
  await program.start()
  crash()
  await waitFor('the restart', () => program.restarts === 1)
  expect(said.map((line) => /in (\d+) ms/.exec(line)?.[1])).toEqual(['1', '2', '4', undefined])
  expect(said[1]).toContain('did not start: start 2 failed')
  await program.stop()
})

test('a stopped program stays down until it is started', async () => {
  const { start, starts } = rehearsal()
  const program = supervise({ name: 'ledger', start }, { backoffMs: 1 })
  await program.start()
  await program.stop()
  expect(program.pid).toBeUndefined()
  expect(starts()).toBe(1)
  await program.start()
  expect(program.pid).toBe(2)
  await program.stop()
})

test('stopping during the wait before a restart ends the wait', async () => {
  const { start, crash, starts } = rehearsal()
  const program = supervise({ name: 'ledger', start }, { backoffMs: 60_000 })
  await program.start()
  crash()
  await waitFor('the end', () => program.pid === undefined)
  await program.stop()
  expect(starts()).toBe(1)
})

test('stopping while it starts leaves nothing running', async () => {
  let stopped = false
  let finish: (running: Running) => void = () => {}
  const program = supervise({ name: 'ledger', start: () => new Promise((resolve) => (finish = resolve)) })
  const starting = program.start()
  const stopping = program.stop()
  finish({ pid: 1, exited: new Promise(() => {}), stop: async () => void (stopped = true) })
  await Promise.all([starting, stopping])
  expect(stopped).toBe(true)
  expect(program.pid).toBeUndefined()
})

test('a failed first start is the caller’s to handle, and can be tried again', async () => {
  const { start } = rehearsal({ failingStarts: [1] })
  const program = supervise({ name: 'ledger', start })
  await expect(program.start()).rejects.toThrow('start 1 failed')
  await program.start()
  expect(program.pid).toBe(2)
  await program.stop()
})

const child = (): Running => {
  const process = spawn('sleep', ['600'], { stdio: 'ignore' })
  const exited = exitOf(process)
  const stop = () => (process.kill(), exited.then(() => undefined))
  return { pid: process.pid ?? 0, exited, stop }
}

test('a program that runs and does not work any more is killed and started again', async () => {
  const said: string[] = []
  const answers = [true, false, false, true, false, false, false]
  const program = supervise(
    { name: 'NATS', start: async () => child(), works: async () => answers.shift() ?? true },
    { say: (line) => said.push(line), backoffMs: 1, askMs: 1 },
  )
  await program.start()
  const first = program.pid
  await waitFor('the restart', () => program.restarts === 1)
  expect(said[0]).toBe(`NATS runs and does not work any more; killing process ${first}`)
  expect(said[1]).toContain('ended unexpectedly with signal SIGKILL')
  expect(answers).toEqual([])
  await program.stop()
})

test('one whose check fails does not work', async () => {
  let asked = 0
  const works = async (): Promise<boolean> => {
    asked += 1
    if (asked <= 3) throw new Error('ENOENT: no such file or directory, statfs')
    return true
  }
  const program = supervise({ name: 'NATS', start: async () => child(), works }, { backoffMs: 1, askMs: 1 })
  await program.start()
  await waitFor('the restart', () => program.restarts === 1)
  await program.stop()
})
