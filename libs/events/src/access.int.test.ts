import { startNats } from '@pacioli/dev-stack'
import { makeAuthority, testDirectory, waitFor } from '@pacioli/testing'
import { createAccount, createOperator, createUser, type KeyPair } from 'nkeys.js'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Broker, type BrokerOptions, type Log } from './connect.ts'

/** A server for this test alone; `url` names the host as its certificate does. */
async function server(stateDir: string, args: string[], scheme: 'nats' | 'tls') {
  const nats = await startNats({ stateDir, args })
  onTestFinished(() => nats.stop())
  return `${scheme}://localhost:${nats.port}`
}

/** Connects with this access; otherwise the reason it failed. */
async function outcomeOf(options: Pick<BrokerOptions, 'url' | 'access'>): Promise<string> {
  let failure: string | undefined
  const quiet = (): void => undefined
  const log: Log = { info: quiet, error: quiet, warn: ({ err }: { err?: unknown }) => (failure ??= String(err)) }
  const broker = new Broker({ ...options, name: 'test', log })
  onTestFinished(() => broker.close())
  return waitFor('an answer of NATS', () => (broker.connected ? 'connected' : failure), { everyMs: 5 })
}

test('over TLS, only a server with a certificate of the given authority is accepted', async () => {
  const stateDir = testDirectory('nats')
  const ours = await (await makeAuthority('ours')).issue(join(stateDir, 'ours'), ['localhost'])
  const others = await (await makeAuthority('others')).issue(join(stateDir, 'others'), ['localhost'])
  const url = await server(stateDir, ['--tls', '--tlscert', ours.certFile, '--tlskey', ours.keyFile], 'tls')
  expect(await outcomeOf({ url, access: { caFile: ours.caFile } })).toBe('connected')
  expect(await outcomeOf({ url, access: { caFile: others.caFile } })).toMatch(/certificate|verify/i)
  expect(await outcomeOf({ url })).toMatch(/certificate|verify/i)
})

test('a server that asks for a certificate gets one', async () => {
  const stateDir = testDirectory('nats')
  const authority = await makeAuthority('ours')
  const { certFile, keyFile, caFile } = await authority.issue(stateDir, ['localhost'])
  const args = ['--tlsverify', '--tlscert', certFile, '--tlskey', keyFile, '--tlscacert', caFile]
  const url = await server(stateDir, args, 'nats')
  expect(await outcomeOf({ url, access: { certFile, keyFile, caFile } })).toBe('connected')
  expect(await outcomeOf({ url, access: { caFile } })).not.toBe('connected')
})

test.each(['tls', 'TLS'])('with %s:// a server without TLS gets no data', async (scheme) => {
  let heard = ''
  const plain = createServer((socket) => {
    socket.on('data', (bytes) => (heard += String(bytes))).on('error', () => undefined)
    socket.write('INFO {"server_id":"x","version":"2.12.0","proto":1,"max_payload":1048576,"headers":true}\r\n')
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void plain.close())
  const url = `${scheme}://127.0.0.1:${(plain.address() as AddressInfo).port}`
  expect(await outcomeOf({ url, access: { user: 'pacioli', password: 'secret' } })).toContain('tls')
  expect(heard).toBe('')
})

test('a user logs in with a password', async () => {
  const url = await server(testDirectory('nats'), ['--user', 'pacioli', '--pass', 's:e@c/ret'], 'nats')
  expect(await outcomeOf({ url, access: { user: 'pacioli', password: 's:e@c/ret' } })).toBe('connected')
  expect(await outcomeOf({ url, access: { user: 'pacioli', password: 'another' } })).toMatch(/authorization/i)
  expect(await outcomeOf({ url })).toMatch(/authorization/i)
})

/** A token in the format of NATS: signed with an nkey, and named by its contents. */
function tokenOf(signer: KeyPair, subject: KeyPair, nats: object): string {
  const encode = (what: object | Uint8Array | string): string =>
    Buffer.from(what instanceof Uint8Array || typeof what === 'string' ? what : JSON.stringify(what)).toString(
      'base64url',
    )
  const claims = { iss: signer.getPublicKey(), sub: subject.getPublicKey(), name: 'test', iat: 1, nats }
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
  const said = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ jti, ...claims })}`
  return `${said}.${encode(signer.sign(new TextEncoder().encode(said)))}`
}

test('a user logs in with the keys of a credentials file', async () => {
  const stateDir = testDirectory('nats')
  const [operator, account, system] = [createOperator(), createAccount(), createAccount()]
  const [user, stranger] = [createUser(), createUser()]
  const unlimited = { subs: -1, data: -1, payload: -1 }
  const limits = { ...unlimited, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true }
  const credentialsOf = (name: string, of: KeyPair): string => {
    const token = tokenOf(account, user, { type: 'user', version: 2, ...unlimited })
    const part = (title: string, text: string): string =>
      `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`
    const file = join(stateDir, name)
    const seed = new TextDecoder().decode(of.getSeed())
    writeFileSync(file, `${part('NATS USER JWT', token)}\n${part('USER NKEY SEED', seed)}`, { mode: 0o600 })
    return file
  }
  const config = join(stateDir, 'nats.conf')
  const settings = {
    operator: tokenOf(operator, operator, { type: 'operator', version: 2 }),
    resolver: 'MEMORY',
    resolver_preload: Object.fromEntries(
      [account, system].map((one) => [
        one.getPublicKey(),
        tokenOf(operator, one, { type: 'account', version: 2, limits }),
      ]),
    ),
    system_account: system.getPublicKey(),
  }
  writeFileSync(config, JSON.stringify(settings))
  const url = await server(stateDir, ['--config', config], 'nats')
  const access = { credentialsFile: credentialsOf('user.creds', user) }
  expect(await outcomeOf({ url, access })).toBe('connected')
  const wrong = { credentialsFile: credentialsOf('stranger.creds', stranger) }
  expect(await outcomeOf({ url, access: wrong })).toMatch(/authorization/i)
})
