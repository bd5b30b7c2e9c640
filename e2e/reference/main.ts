/** `npm run examples:record`: the examples of the reference, from what a stack of its own is sent and answers. */
import { writeFileSync } from 'node:fs'
import { configureProviders, startOAuthServer, startQuickbooksDouble } from '@pacioli/testing'
import { format, resolveConfig } from 'prettier'
import { withTemporaryStack } from '../src/temporary-stack.ts'
import { EXAMPLES_FILE, readExamples } from './committed.ts'
import { differingOperations } from './differing.ts'
import { recordExamples } from './recorded.ts'

const UNLIMITED = { GATEWAY_RATE_LIMIT_PER_SECOND: '100000', GATEWAY_RATE_LIMIT_BURST: '100000', LOG_LEVEL: 'warn' }

const [oauthServer, quickbooks] = await Promise.all([startOAuthServer(), startQuickbooksDouble()])
try {
  const elsewhere = { oauthServerUrl: oauthServer.url, quickbooksUrl: quickbooks.url }
  const returnUrl = 'https://platform.example/connected'
  const options = {
    durable: false,
    env: UNLIMITED,
    serviceEnv: { 'ledger-svc': await configureProviders({ ...elsewhere, returnUrl }) },
  }
  console.log('Starting a stack for this run; it is removed afterwards.')
  const recorded = await withTemporaryStack(options, (stack) => recordExamples(stack, elsewhere))
  const differing = differingOperations(readExamples(), recorded)
  const config = await resolveConfig(EXAMPLES_FILE)
  writeFileSync(EXAMPLES_FILE, await format(JSON.stringify(recorded), { ...config, filepath: EXAMPLES_FILE }))
  console.log(
    differing.length === 0
      ? `The examples of all ${Object.keys(recorded).length} operations are as they were.`
      : `Other examples than before: ${differing.join(', ')}`,
  )
} finally {
  await Promise.all([oauthServer.stop(), quickbooks.stop()])
}
