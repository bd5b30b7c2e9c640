import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage, mayInstall, onPath } from './packages.ts'

/**
 * The official release we download when there is no other way, with the SHA-256 of its archives as the official Docker
 * image pins them. It pins those for Linux only; macOS has Homebrew.
 */
const RELEASE = '2.12.15'
const CHECKSUMS: Record<string, string> = {
  'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
  'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
}

const BY_HAND = 'Install nats-server by hand (macOS: brew install nats-server, Debian: apt-get install nats-server)'

/**
 * Finds nats-server: on PATH or in the usual places; else installs Debian's package (as root, where apt-get exists);
 * else downloads the pinned official release into the state directory and runs it only if its checksum is right.
 */
export async function findOrInstallNats(stateDir: string, say: (line: string) => void = () => {}): Promise<string> {
  const found = findNats() ?? downloaded(stateDir)
  if (found) return found
  if (mayInstall()) {
    say('Installing nats-server with apt-get (once)')
    try {
      // Where systemd runs, the package also starts a server of its own on port 4222; ours are elsewhere.
      await installPackage('nats-server')
      const installed = findNats()
      if (installed) return installed
    } catch (error) {
      say(`${error instanceof Error ? error.message : String(error)} Downloading the official release instead.`)
    }
  }
  return download(stateDir, say)
}

export function findNats(): string | undefined {
  return onPath('nats-server')
}

const programIn = (stateDir: string): string => join(stateDir, 'bin', `nats-server-${RELEASE}`)

const downloaded = (stateDir: string): string | undefined =>
  existsSync(programIn(stateDir)) ? programIn(stateDir) : undefined

async function download(stateDir: string, say: (line: string) => void): Promise<string> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const checksum = CHECKSUMS[platform]
  if (!checksum) {
    throw new Error(
      `nats-server was not found on PATH, and there is no release with a known checksum for ${platform}. ` +
        `${BY_HAND}, then try again.`,
    )
  }
  const name = `nats-server-v${RELEASE}-${platform}`
  const url = `https://github.com/nats-io/nats-server/releases/download/v${RELEASE}/${name}.tar.gz`
  say(`Downloading ${url} (once)`)
  const archive = verified(await fetchArchive(url), checksum, url)
  return unpack(archive, name, stateDir)
}

async function fetchArchive(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
    if (!response.ok) throw new Error(`the answer was ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    throw new Error(
      `nats-server was not found on PATH and could not be downloaded from ${url}. ${BY_HAND}, then try again.`,
      { cause: error },
    )
  }
}

/** @throws Error when these are not the bytes that were published: they must never run */
export function verified(archive: Buffer, checksum: string, url: string): Buffer {
  const actual = createHash('sha256').update(archive).digest('hex')
  if (actual === checksum) return archive
  throw new Error(
    `The download from ${url} is not what was published: expected SHA-256 ${checksum}, got ${actual}. ` +
      `It was thrown away. ${BY_HAND}, then try again.`,
  )
}

function unpack(archive: Buffer, name: string, stateDir: string): string {
  const directory = join(stateDir, 'bin')
  const file = join(directory, `${name}.tar.gz`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(file, archive)
  execFileSync('tar', ['-xzf', file, '-C', directory, '--strip-components=1', `${name}/nats-server`], { stdio: 'pipe' })
  const program = programIn(stateDir)
  chmodSync(join(directory, 'nats-server'), 0o755)
  renameSync(join(directory, 'nats-server'), program)
  rmSync(file)
  return program
}
