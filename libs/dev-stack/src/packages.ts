import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describeExit } from './processes.ts'

/** Where packages put programs, for those whose PATH leaves out sbin or Homebrew. */
const USUAL_PLACES = ['/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The program: in one of the given places, on PATH or in the usual places. */
export function onPath(program: string, first: readonly string[] = []): string | undefined {
  const places = [...first, ...(process.env.PATH ?? '').split(delimiter), ...USUAL_PLACES]
  return places
    .filter(Boolean)
    .map((place) => join(place, program))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether packages of Debian can be installed: as root, where apt-get exists. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** Installs a package of Debian. @throws Error with what apt-get said */
export async function installPackage(name: string): Promise<void> {
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', name)
}

async function apt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('apt-get', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  if (exit.code === 0) return
  throw new Error(`apt-get ${args.join(' ')} failed with ${describeExit(exit)}: ${said.trim().split('\n').at(-1)}.`)
}
