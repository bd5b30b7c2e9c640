/** `npm run compose:env`: writes the `.env` of deploy/compose/compose.yaml. */
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { asEnvFile, newEnvironment } from './environment.ts'

const DEFAULT_FILE = join(import.meta.dirname, '..', '.env')

function port(given: string): number {
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new InvalidArgumentError('Expected a port from 1 to 65535.')
  return number
}

function httpUrl(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol) || given.includes("'"))
    throw new InvalidArgumentError('Expected a URL that begins with http:// or https://.')
  return given.replace(/\/$/, '')
}

type Options = { out: string; gatewayPort: number; filesPort: number; gatewayUrl?: string; filesUrl?: string }

const { out, gatewayPort, filesPort, gatewayUrl, filesUrl } = new Command('npm run compose:env --')
  .description(
    'Writes fresh secrets and the published addresses to the .env of deploy/compose/compose.yaml, readable by you alone. ' +
      'A file that is there already stays as it is: without its secrets the data of its system cannot be opened again.',
  )
  .option('--out <file>', 'where to write it', DEFAULT_FILE)
  .option('--gateway-port <port>', 'the port of this machine, on 127.0.0.1, that leads to the gateway', port, 8080)
  .option('--files-port <port>', 'the port that leads to the file store', port, 7070)
  .option('--gateway-url <url>', 'how callers reach the gateway, if there is a proxy before it', httpUrl)
  .option('--files-url <url>', 'how callers reach the file store, if there is a proxy before it', httpUrl)
  .showHelpAfterError()
  .parse()
  .opts<Options>()

const environment = newEnvironment(
  {
    ...{ gatewayPort, filesPort },
    gatewayUrl: gatewayUrl ?? `http://127.0.0.1:${gatewayPort}`,
    filesUrl: filesUrl ?? `http://127.0.0.1:${filesPort}`,
  },
  new Date(),
)

const shown = relative(process.cwd(), out)
try {
  writeFileSync(out, asEnvFile(environment), { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `Wrote ${shown}. Keep it with your secrets; next: docker compose -f deploy/compose/compose.yaml up\n`,
  )
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  process.stderr.write(
    `${shown} is there already, and was left as it is. Move it away first, if you mean to replace it.\n`,
  )
  process.exitCode = 1
}
