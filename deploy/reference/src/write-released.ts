/** `npm run client:document`: writes the gateway's document as the released one, unless it breaks a promise. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brokenPromises } from './broken-promises.ts'
import { bundleSchemasText } from './bundle-schemas.ts'
import { BUNDLE_SCHEMAS, RELEASED, ROOT, runNode } from './tools.ts'

const HELP = `npm run client:document [-- --break]
Writes the OpenAPI document, as the gateway serves it but for its examples, to libs/client/openapi.json, and makes the
client's types of it, and the schemas of exported books. What callers of the document before would notice is listed, and then nothing is written.
  --break   write it all the same: of what no release has yet`

const { values } = parseArgs({ options: { break: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help === true) process.stdout.write(`${HELP}\n`)
else process.exitCode = await write(values.break === true)

async function write(breaks: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pacioli-document-'))
  try {
    const file = join(folder, 'openapi.json')
    const { status, printed } = await runNode([join(ROOT, 'apps', 'gateway', 'src', 'write-document.ts'), file])
    if (status !== 0) {
      process.stderr.write(printed)
      return 1
    }
    const [released, present] = [RELEASED, file].map((path) => JSON.parse(readFileSync(path, 'utf8')) as object)
    const broken = brokenPromises(released ?? {}, present ?? {})
    for (const what of broken) process.stdout.write(`A caller of before would notice: ${what}.\n`)
    if (broken.length > 0 && !breaks) {
      process.stdout.write('Nothing was written. Add beside what there is, or see --help.\n')
      return 1
    }
    copyFileSync(file, RELEASED)
    writeFileSync(BUNDLE_SCHEMAS, bundleSchemasText(present ?? {}))
    return spawnSync('npm', ['run', '--silent', 'client:generate'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
