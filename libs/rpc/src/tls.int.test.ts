import { JournalService } from '@pacioli/protos/ledger'
import { makeAuthority } from '@pacioli/testing'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Connection, implement, serve, type Handlers, type RpcServer, type TlsFiles } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'pacioli-tls-'))
afterAll(() => rmSync(dir, { recursive: true }))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Authority = Awaited<ReturnType<typeof makeAuthority>>
let ours: Authority
let others: Authority
let service: TlsFiles
beforeAll(async () => {
  ours = await makeAuthority('Books authority')
  others = await makeAuthority('Some other authority')
  service = await ours.issue(join(dir, 'ledger'), ['localhost'])
})

const answering = implement(JournalService, {
  GetEntry: () => Promise.resolve({}),
} as unknown as Handlers<typeof JournalService>)

async function served(tls: TlsFiles | undefined): Promise<RpcServer> {
  const server = await serve({ host: '127.0.0.1', port: 0, services: [answering], tls })
  closing.push(() => server.stop(100))
  return server
}

function asking(address: string, tls?: TlsFiles): () => Promise<unknown> {
  const connection = new Connection({ target: { address, tls }, count: 1 })
  closing.push(() => connection.close())
  const client = connection.client(JournalService)
  return () => client.GetEntry({}, { context: { requestId: 'r' }, timeoutMs: 2_000 })
}

const refused = { errorEnum: 'ServiceUnavailable' }

test('services that show certificates of one authority talk', async () => {
  const { port } = await served(service)
  const caller = await ours.issue(join(dir, 'gateway'), ['gateway'])
  await expect(asking(`localhost:${port}`, caller)()).resolves.toMatchObject({ replayed: false })
})

test('a caller in plain text, or with a certificate of another authority, gets no answer', async () => {
  const { port } = await served(service)
  await expect(asking(`localhost:${port}`)()).rejects.toMatchObject(refused)
  // It trusts the service; the service does not trust it.
  const stranger = await others.issue(join(dir, 'stranger'), ['gateway'])
  const trusting = { ...stranger, caFile: service.caFile }
  await expect(asking(`localhost:${port}`, trusting)()).rejects.toMatchObject(refused)
})

test('a service with a certificate of another authority, or for another name, is not called', async () => {
  const caller = await ours.issue(join(dir, 'gateway'), ['gateway'])
  const impostor = await served(await others.issue(join(dir, 'impostor'), ['localhost']))
  await expect(asking(`localhost:${impostor.port}`, caller)()).rejects.toMatchObject(refused)
  const neighbour = await served({
    ...(await ours.issue(join(dir, 'neighbour'), ['banking-svc'])),
    caFile: service.caFile,
  })
  await expect(asking(`localhost:${neighbour.port}`, caller)()).rejects.toMatchObject(refused)
})

/** The certificate that a server shows. */
function shownBy(port: number, tls: { ca: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ALPNProtocols: ['h2'], ...tls }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test('a renewed certificate is shown from then on, without a restart', async () => {
  const files = await ours.issue(join(dir, 'renewed'), ['localhost'])
  const { port } = await served({ ...files, rereadMs: 20 })
  const caller = await ours.issue(join(dir, 'gateway'), ['gateway'])
  await asking(`localhost:${port}`, caller)()
  const before = await shownBy(port, { ca: ours.pem })
  const next = await ours.issue(join(dir, 'next'), ['localhost'])
  copyFileSync(next.keyFile, files.keyFile)
  copyFileSync(next.certFile, files.certFile)
  await expect.poll(() => shownBy(port, { ca: ours.pem }), { timeout: 10_000, interval: 20 }).not.toBe(before)
  await expect(asking(`localhost:${port}`, caller)()).resolves.toMatchObject({ replayed: false })
})
