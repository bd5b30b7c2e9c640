/** `npm run lint`: every file in one process. Ends with 1 when there is an error, or when boundaries aren't looked at. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const BOUNDARIES = '@nx/enforce-module-boundaries'
/** A pure lib may not import one that speaks to a database. */
const FORBIDDEN = { filePath: 'libs/money/src/forbidden.ts', text: "import '@pacioli/db'\n" }

/** Has nx write down who depends on whom, where its rule looks for it. */
function writeProjectGraph(): void {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' }
  execFileSync('nx', ['show', 'projects'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The rule about boundaries skips itself silently where it finds no project graph: it has to refuse something first. */
async function areBoundariesEnforced(): Promise<boolean> {
  // What isn't on the disk has no types.
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: [tseslint.configs.disableTypeChecked] })
  const [result] = await eslint.lintText(FORBIDDEN.text, { filePath: join(ROOT, FORBIDDEN.filePath) })
  return result?.messages.some(({ ruleId, severity }) => ruleId === BOUNDARIES && severity === 2) ?? false
}

writeProjectGraph()
if (await areBoundariesEnforced()) {
  const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: join(ROOT, 'eslint.whole.config.js') })
  const results = await eslint.lintFiles(['.'])
  const formatter = await eslint.loadFormatter('stylish')
  process.stdout.write(await formatter.format(results))
  process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0
} else {
  process.stderr.write(
    `${BOUNDARIES} should have refused ${JSON.stringify(FORBIDDEN.text.trim())} in ${FORBIDDEN.filePath}, and did not. ` +
      'See that eslint.config.js has it as an error, and that `npx nx show projects` lists all projects.\n',
  )
  process.exitCode = 1
}
