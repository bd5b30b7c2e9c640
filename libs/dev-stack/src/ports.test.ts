import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, isPortFree } from './ports.ts'

test('no port is handed out twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(new Set(ports).size).toBe(50)
})

test('no port is handed out to two processes', async () => {
  const program = `import { freePort } from ${JSON.stringify(new URL('./ports.ts', import.meta.url).href)}
    console.log(await freePort()); setInterval(() => {}, 1000)`
  const port = await freePort()
  const held = join(tmpdir(), `pacioli-ports-${userInfo().uid}`, String(port))
  expect(readFileSync(held, 'utf8')).toBe(String(process.pid))
  const other = spawn(process.execPath, ['--input-type=module', '-e', program])
  try {
    const [printed] = (await once(other.stdout, 'data')) as [Buffer]
    const theirs = join(tmpdir(), `pacioli-ports-${userInfo().uid}`, String(Number(String(printed))))
    expect(readFileSync(theirs, 'utf8')).toBe(String(other.pid))
  } finally {
    other.kill('SIGKILL')
  }
})

test('a port is taken as long as a server listens on it', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await isPortFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
})
