import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortFree } from './ports.ts'

test('no port is handed out twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(new Set(ports).size).toBe(50)
})

test('a port is taken as long as somebody listens on it', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await isPortFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
})
