/** `npm run signing-key`: a key for GATEWAY_SIGNING_KEYS. */
import { parseArgs } from 'node:util'
import { newSigningKey } from './auth/signing-keys.ts'

const USAGE = `Usage: npm run signing-key [-- --list]

Prints a new private key (Ed25519, as a JWK) in one line, to be put into the list GATEWAY_SIGNING_KEYS, and kept secret.

Options:
  --list  in a list of its own: the whole of GATEWAY_SIGNING_KEYS for a first installation
  --help  this
`

const { values } = parseArgs({ options: { list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
if (values.help) process.stdout.write(USAGE)
else {
  const key = await newSigningKey()
  process.stdout.write(`${JSON.stringify(values.list ? [key] : key)}\n`)
}
