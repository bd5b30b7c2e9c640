import { execFile } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'

export const FOLDER = join(import.meta.dirname, '..')
export const ROOT = join(FOLDER, '..', '..')

/** The released document, from which the client's types are made. */
export const RELEASED = join(ROOT, 'libs', 'client', 'openapi.json')

/** What exported books say of their lines, from the same document. */
export const BUNDLE_SCHEMAS = join(ROOT, 'apps', 'reporting-svc', 'src', 'bundles', 'schemas.json')

/** The main files of the tools: orval comes twice, and only one of both can have the name in `node_modules/.bin`. */
const MAIN = {
  redocly: ['@redocly/cli', 'bin/cli.js'],
  spectral: ['@stoplight/spectral-cli', 'dist/index.js'],
  'hey-api': ['@hey-api/openapi-ts', 'bin/run.js'],
  'openapi-typescript': ['openapi-typescript', 'bin/cli.js'],
  'orval-7': ['orval-7', 'dist/bin/orval.js'],
  'orval-8': ['orval-8', 'dist/bin/orval.mjs'],
  typescript: ['typescript', 'bin/tsc'],
} as const

export type Tool = keyof typeof MAIN
/** `printed` is both outputs, `answered` the first of them alone. */
export type Ran = { status: number; printed: string; answered: string }

const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', DO_NOT_TRACK: '1', NO_COLOR: '1' }

/** Telemetry and update checks are off: a check uses no network. */
export function runTool(tool: Tool, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const [name, main] = MAIN[tool]
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`${name} is not installed: npm ci`)
  return runNode([join(manifest, '..', main), ...args], env)
}

export function runNode(args: readonly string[], env: Record<string, string> = {}, cwd = FOLDER): Promise<Ran> {
  const options = { cwd, env: { ...process.env, ...QUIET, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code ?? 1) || 1 : 0, printed: `${stdout}${stderr}`, answered: stdout }),
    )
  })
}
