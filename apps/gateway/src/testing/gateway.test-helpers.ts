/** A gateway for tests, built as in production but not listening, over services that a test may implement. */
import { createLogger, createMetrics, type Registry } from '@pacioli/service'
import { exportJWK, generateKeyPair } from 'jose'
import { randomUUID } from 'node:crypto'
import { buildApp, type Gateway, type GatewayOptions } from '../app.ts'
import { SCOPES, type Scope } from '../auth/scopes.ts'
import { loadSigningKeys } from '../auth/signing-keys.ts'
import { tokenIssuer } from '../auth/token-issuer.ts'
import { connectServices } from '../services.ts'

export const issuer = 'https://books.example'
export const audience = 'pacioli'
export const clientId = randomUUID()

export type TestGateway = Gateway & {
  tokenFor: (options?: { scopes?: readonly Scope[]; businessId?: string; client?: string }) => Promise<string>
  metrics: Registry
  close: () => Promise<void>
}

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1'

export async function testGateway(
  addresses: Partial<Record<'ledger' | 'banking' | 'billing' | 'reporting', string>> = {},
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const keys = await loadSigningKeys([await exportJWK(pair.privateKey)])
  const nowhere = { ledger: NOWHERE, banking: NOWHERE, billing: NOWHERE, reporting: NOWHERE }
  const { services, methodOf, close } = connectServices({ ...nowhere, ...addresses })
  const metrics = createMetrics('gateway')
  const gateway = await buildApp({
    services,
    methodOf,
    keys,
    issuer,
    audience,
    cursorKey: Buffer.alloc(32, 7),
    baseUrl: 'http://127.0.0.1:8080',
    logger: createLogger('gateway', 'silent'),
    metrics,
    ...options,
  })
  await gateway.app.ready()
  const issue = tokenIssuer(keys, issuer, audience)
  return {
    ...gateway,
    tokenFor: ({ scopes = SCOPES, businessId, client = clientId } = {}) =>
      issue({ clientId: client, scopes, ...(businessId ? { businessId } : {}), lifetimeSeconds: 600, notBefore: 0 }),
    metrics,
    close: async () => {
      await gateway.app.close()
      close()
    },
  }
}
