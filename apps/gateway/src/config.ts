import {
  base64Key,
  brokerSettings,
  hostAndPort,
  json,
  loadConfig,
  makeValidator,
  num,
  port,
  processSettings,
  publicCapacitySettings,
  secret,
  str,
  tlsSettings,
  url,
  wholeNumber,
  type Config,
} from '@pacioli/service/configuration'
import type { JWK } from 'jose'
import { originsIn } from './cors.ts'
import { trustedProxies, type TrustedProxies } from './edge/addresses.ts'

const proxies = makeValidator<TrustedProxies>(trustedProxies, {
  is: 'false, the number of proxies before the gateway, or their networks, separated by commas',
  write: String,
})

const origins = makeValidator<readonly string[]>(originsIn, {
  is: 'scheme://host or scheme://host:port, or several, separated by commas',
  write: (list) => list.join(','),
})

const main = {
  NODE_ENV: str({
    choices: ['production', 'development', 'test'],
    default: 'production',
    desc: 'what libraries take from it; Pacioli itself is the same everywhere',
  }),
  ...processSettings,
  ...tlsSettings,
  ...publicCapacitySettings,
  GATEWAY_PORT: port({ default: 8080, desc: 'the public HTTP port' }),
  OPS_PORT: port({ default: 9080, desc: 'HTTP port for /healthz, /readyz and /metrics, not to be public' }),
  ...brokerSettings,
  LEDGER_GRPC_URL: hostAndPort({ desc: 'host:port of ledger-svc', example: '127.0.0.1:50051' }),
  BANKING_GRPC_URL: hostAndPort({ desc: 'host:port of banking-svc', example: '127.0.0.1:50052' }),
  BILLING_GRPC_URL: hostAndPort({ desc: 'host:port of billing-svc', example: '127.0.0.1:50053' }),
  REPORTING_GRPC_URL: hostAndPort({ desc: 'host:port of reporting-svc', example: '127.0.0.1:50054' }),
  GATEWAY_SIGNING_KEYS: secret(
    json<JWK[]>({
      desc: 'JSON list of private JWKs (Ed25519, P-256 or RSA); the first signs tokens, all verify them',
      example: '[{"kty":"OKP","crv":"Ed25519","x":"…","d":"…","kid":"2026-01"}]',
      docs: 'OPERATIONS.md#signing-keys',
    }),
  ),
  CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
  GATEWAY_BASE_URL: url({
    default: 'http://127.0.0.1:8080',
    desc: 'how callers reach the gateway; in the API’s documentation, in errors, and in links of workbooks',
  }),
  GATEWAY_ISSUER: str({ default: 'pacioli', desc: '`iss` of the tokens' }),
  GATEWAY_AUDIENCE: str({ default: 'pacioli', desc: '`aud` of the tokens' }),
  GATEWAY_EXTERNAL_ISSUER: str({
    default: undefined,
    desc: '`iss` of another issuer to trust; goes with GATEWAY_EXTERNAL_JWKS_URL',
  }),
  GATEWAY_EXTERNAL_JWKS_URL: url({ default: undefined, desc: 'where the keys of that issuer are published' }),
  GATEWAY_EXTERNAL_AUDIENCE: str({ default: undefined, desc: '`aud` of its tokens; GATEWAY_AUDIENCE unless given' }),
  GATEWAY_RATE_LIMIT_PER_SECOND: num({
    default: 200,
    desc: 'requests per second and client, over all gateways; 0 lifts the limit',
  }),
  GATEWAY_RATE_LIMIT_BURST: num({ default: 400, desc: 'requests of a client that may come at once' }),
  GATEWAY_BULK_RATE_LIMIT_PER_SECOND: num({
    default: 20,
    desc: 'bulk invoice requests per whole second, client and business, over all gateways; 0 lifts that limit',
  }),
  GATEWAY_BULK_RATE_LIMIT_BURST: num({ default: 40, desc: 'bulk invoice requests that may come at once' }),
  GATEWAY_RATE_LIMIT_WAIT_MS: num({
    default: 50,
    desc: 'how long a request waits for the count of all gateways, in milliseconds, before its gateway counts alone for a second; a bulk invoice request waits 1000 at least',
  }),
  GATEWAY_REPLICAS: wholeNumber(
    1,
    1_000,
  )({
    default: 2,
    desc: 'how many gateways share the limits: one that counts alone lets pass its part of them',
  }),
  GATEWAY_CORS_ORIGINS: origins({
    default: [],
    desc: 'origins whose pages may call the API, as browsers send them: no path, no slash at the end, no *',
    example: 'https://app.example.com,http://localhost:3000',
  }),
  GATEWAY_TRUST_PROXY: proxies({
    default: false,
    desc: 'whose X-Forwarded-For is believed: the last so many entries, or those that proxies in these networks made; limits go by the address that is left',
    example: '1',
    docs: 'OPERATIONS.md#in-front-of-the-gateway',
  }),
}

/** The settings of each program of the gateway, by its file; docs/CONFIGURATION.md is generated from them. */
export const programs = { main }

export type GatewayConfig = Config<typeof main>

export const readConfig = (): GatewayConfig => loadConfig(programs.main)
