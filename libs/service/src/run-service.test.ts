import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

interface Ending {
  code: number | null
  lines: string[]
}

/** Where the first of them keeps what it compiled, for the others. */
const compiled = mkdtempSync(join(tmpdir(), 'pacioli-compiled-'))
afterAll(() => rmSync(compiled, { recursive: true }))

/** Runs the sample service until it ends; `act` is called once it is up. */
async function run(mode: string, act: (service: ChildProcess) => void = () => {}): Promise<Ending> {
  const program = join(import.meta.dirname, '..', 'test-programs', 'service.ts')
  const service = fork(program, [mode], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  let printed = ''
  service.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (chunk.toString().includes('up\n')) act(service)
  })
  // Not `close`: Node doesn't emit it for a child whose channel was disconnected from here.
  const exited = new Promise<number | null>((resolve) => service.once('exit', resolve))
  const silent = new Promise((resolve) => service.stdout?.once('end', resolve))
  const [code] = await Promise.all([exited, silent])
  return { code, lines: printed.split('\n').filter((line) => line && !line.startsWith('{')) }
}

const inReverse = ['up', 'second stopped while stopping', 'first stopped']

test('what it compiled is kept as soon as it is up, whatever ends it then', async () => {
  const isKept = (): boolean =>
    readdirSync(compiled, { recursive: true, withFileTypes: true }).some((one) => one.isFile())
  expect(isKept()).toBe(false)
  const killOnceKept = (service: ChildProcess): void =>
    void vi
      .waitUntil(isKept, 10_000)
      .catch(() => undefined)
      .finally(() => service.kill('SIGKILL'))
  const ending = await run('well', killOnceKept)
  expect([ending.code, ending.lines, isKept()]).toEqual([null, ['up'], true])
}, 20_000)

test('SIGINT stops everything in reverse order and ends with code 0', async () => {
  expect(await run('well', (service) => service.kill('SIGINT'))).toEqual({ code: 0, lines: inReverse })
})

test('so does SIGTERM, after it has served on for a while if it is to, and a second signal changes nothing', async () => {
  const twice = (service: ChildProcess): void => {
    service.kill('SIGTERM')
    service.kill('SIGINT')
  }
  const [up = '', ...stopped] = inReverse
  expect(await run('slow to leave', twice)).toEqual({ code: 0, lines: [up, 'still serving', ...stopped] })
})

test('stopped while it waits for something, it ends with code 0', async () => {
  expect(await run('waiting', (service) => service.kill('SIGTERM'))).toEqual({
    code: 0,
    lines: ['up', 'first stopped'],
  })
})

test('the loss of the parent stops it too', async () => {
  expect(await run('well', (service) => service.disconnect())).toEqual({ code: 0, lines: inReverse })
})

test('a step that fails does not keep the others from stopping, but makes the code 1', async () => {
  expect(await run('failing stop', (service) => service.kill('SIGTERM'))).toEqual({ code: 1, lines: inReverse })
})

test('a step that hangs times out', async () => {
  expect((await run('hanging stop', (service) => service.kill('SIGTERM'))).code).toBe(1)
})

test('a failed start stops what was started already and ends with code 1', async () => {
  expect(await run('failing start')).toEqual({ code: 1, lines: ['first stopped'] })
})

test('an error nobody handled ends it with code 1', async () => {
  expect((await run('unhandled')).code).toBe(1)
})
