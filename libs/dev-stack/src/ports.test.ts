import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, isPortFree, RESERVATIONS } from './ports.ts'

test('no port is handed out twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(new Set(ports).size).toBe(50)
})

test('no port is handed out to two processes, wherever they keep temporary files', async () => {
  const program = `import { freePort } from ${JSON.stringify(new URL('./ports.ts', import.meta.url).href)}
    console.log(await freePort()); setInterval(() => {}, 1000)`
  const port = await freePort()
  expect(readFileSync(join(RESERVATIONS, String(port)), 'utf8')).toBe(String(process.pid))
  const elsewhere = mkdtempSync(join(tmpdir(), 'pacioli-elsewhere-'))
  const env = { ...process.env, TMPDIR: elsewhere }
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], { env })
  try {
    const [printed] = (await once(other.stdout, 'data')) as [Buffer]
    expect(readFileSync(join(RESERVATIONS, String(Number(String(printed)))), 'utf8')).toBe(String(other.pid))
  } finally {
    other.kill('SIGKILL')
    rmSync(elsewhere, { recursive: true })
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
