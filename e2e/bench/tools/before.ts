/** The version that this one is measured against. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { linkPackages, nameOfPreviousVersion, unpackPreviousVersion } from '../../src/previous-version.ts'

export type VersionBefore = {
  /** Its commit. */
  version: string
  /** Where its services are. */
  appsDir: string
}

/** @param dir a checkout of it; what the system tests run beside this version unless given */
export async function withVersionBefore<Result>(
  dir: string | undefined,
  use: (before: VersionBefore) => Promise<Result>,
): Promise<Result> {
  if (dir !== undefined) {
    const root = resolve(dir)
    linkPackages(root)
    return use({ version: `commit ${commitOf(root)} in ${root}`, appsDir: join(root, 'apps') })
  }
  const into = mkdtempSync(join(tmpdir(), 'pacioli-before-'))
  try {
    return await use({ version: `commit ${nameOfPreviousVersion()}`, appsDir: unpackPreviousVersion(into) })
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

const commitOf = (root: string): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
