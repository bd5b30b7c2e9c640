import { execFileSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A command with the process options that make it run as the right user. */
export interface Command {
  file: string
  args: string[]
  uid?: number
  gid?: number
}

const POSTGRES_USER = 'postgres'

/**
 * PostgreSQL refuses to run as root, so under root it runs as the system user `postgres`, made when missing.
 *
 * That user has to reach the binaries in node_modules and the data in the state directory, and root's clones often sit
 * below a directory nobody else may enter (/root, `mktemp -d`). Opening those up would be wrong, and copying 100 MB of
 * binaries elsewhere would be slow; so there the process keeps one capability of root, CAP_DAC_OVERRIDE, which
 * lets it pass closed directories. `no_setuid_fixup` is needed with it, because otherwise access(2), by which the
 * binaries find their own executable, ignores capabilities of a process that isn't root.
 */
export function asPostgresUser(file: string, args: string[], paths: string[]): Command {
  if (process.getuid?.() !== 0) return { file, args }
  const user = postgresUser()
  if (paths.every((path) => canBeReached(path, user))) return { file, args, uid: user.uid, gid: user.gid }
  if (process.platform !== 'linux') {
    throw new Error(
      `The user ${POSTGRES_USER} can't enter one of the directories above ${paths.join(' or ')}. ` +
        'Run this as an ordinary user instead of root, or from a directory that every user may enter.',
    )
  }
  const privileges = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ]
  return { file: 'setpriv', args: [...privileges, '--', file, ...args] }
}

/** Under root, gives a file or an empty directory to the user that PostgreSQL runs as. */
export function giveToPostgresUser(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = postgresUser()
  chownSync(path, uid, gid)
}

interface SystemUser {
  uid: number
  gid: number
}

let found: SystemUser | undefined

function postgresUser(): SystemUser {
  found ??= idsOf(POSTGRES_USER) ?? createUser()
  return found
}

function idsOf(name: string): SystemUser | undefined {
  try {
    const ask = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

function createUser(): SystemUser {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', POSTGRES_USER], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the system user "${POSTGRES_USER}" could not be created with useradd. ` +
        'Create it by hand, or run this as an ordinary user.',
      { cause: error },
    )
  }
  const user = idsOf(POSTGRES_USER)
  if (!user) throw new Error(`The system user "${POSTGRES_USER}" was created but can't be found.`)
  return user
}

/** Whether the user may enter every directory above the path. */
function canBeReached(path: string, { uid, gid }: SystemUser): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode, uid: owner, gid: group } = statSync(directory)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (directory === dirname(directory)) return true
  }
}
