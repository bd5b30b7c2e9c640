/** Checks that tools accept the reference as it is; part of `npm run check`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokenPromises } from './broken-promises.ts'
import { lintFindings } from './lint-findings.ts'
import { bundleSchemasText } from './bundle-schemas.ts'
import { BUNDLE_SCHEMAS, RELEASED, ROOT, runNode, runTool } from './tools.ts'
import { alikePaths, type Document } from './unlike-paths.ts'

/** The size of the one file that people load and tools read. */
const MAX_BYTES = 1_350_000

const folder = mkdtempSync(join(tmpdir(), 'pacioli-reference-'))
try {
  const faults = await faultsOf(join(folder, 'openapi.json'), join(folder, 'without-examples.json'))
  for (const fault of faults) process.stdout.write(`${fault.trimEnd()}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

async function faultsOf(file: string, withoutExamples: string): Promise<string[]> {
  const gateway = join(ROOT, 'apps', 'gateway', 'src', 'write-document.ts')
  const written = await runNode([gateway, withoutExamples, '--whole', file])
  if (written.status !== 0) return [written.printed]
  const [redocly, spectral] = await Promise.all([
    runTool('redocly', ['lint', file, '--config', 'redocly.yaml', '--format', 'json']),
    // Validating the examples with redocly would take four times as long.
    runTool('spectral', ['lint', withoutExamples, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--quiet']),
  ])
  const bytes = readFileSync(file)
  const released = readFileSync(RELEASED, 'utf8')
  const present = readFileSync(withoutExamples, 'utf8')
  const broken = brokenPromises(JSON.parse(released) as object, JSON.parse(present) as object)
  const document = JSON.parse(bytes.toString()) as Document
  return [
    ...(redocly.status === 0 ? [] : lintFindings(redocly, document.paths)),
    ...(spectral.status === 0 ? [] : [spectral.printed]),
    ...(bytes.length > MAX_BYTES
      ? [
          `The document is to have at most ${MAX_BYTES} bytes, and has ${bytes.length}: shorten descriptions or share ` +
            `components; the limit stands in deploy/reference/src/check.ts.`,
        ]
      : []),
    ...broken.map((what) => `A caller of the last release would notice: ${what}.`),
    ...(broken.length === 0 && present !== released
      ? ['libs/client/openapi.json is not what the gateway serves: npm run client:document']
      : []),
    ...(readFileSync(BUNDLE_SCHEMAS, 'utf8') === bundleSchemasText(JSON.parse(present) as object)
      ? []
      : ['apps/reporting-svc/src/bundles/schemas.json is not what the gateway serves: npm run client:document']),
    ...alikePaths(document).map((pair) => `One URL can mean both ${pair}: rename a word, or have one take ids alone.`),
  ]
}
