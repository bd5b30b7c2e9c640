import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The services with an image; each is built from the one Dockerfile. */
export const IMAGES = ['gateway', 'ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc'] as const
export type ImageName = (typeof IMAGES)[number]

export const isImageName = (name: string): name is ImageName => (IMAGES as readonly string[]).includes(name)

/** The version of this repository: the default tag of images. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}

/** The image that all of them are made from, by its digest. */
export function baseImage(): string {
  const [, base = ''] =
    /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(ROOT, 'deploy', 'images', 'Dockerfile'), 'utf8')) ?? []
  return base
}

export interface BuildOptions {
  version: string
  /** Before the name: `pacioli`, or a registry with a path. */
  repository?: string
  /** The network that npm uses while the image is built, where the engine's own does not lead to the registry. */
  network?: string | undefined
  /** NAME=value, for the Dockerfile. */
  buildArgs?: readonly string[]
  /** Receives every line that the builder prints. */
  onLine?: (line: string) => void
}

export const tagOf = (service: ImageName, { version, repository = 'pacioli' }: BuildOptions): string =>
  `${repository}/${service}:${version}`

/**
 * Builds the image of one service with the docker command.
 * @returns the tag
 * @throws Error with the last words of the builder
 */
export async function buildImage(service: ImageName, options: BuildOptions): Promise<string> {
  const tag = tagOf(service, options)
  const revision = await said('git', ['rev-parse', 'HEAD']).catch(() => 'unknown')
  const args = [
    `SERVICE=${service}`,
    `VERSION=${options.version}`,
    `REVISION=${revision}`,
    ...(options.buildArgs ?? []),
  ]
  await said(
    'docker',
    [
      ...['build', '--file', join('deploy', 'images', 'Dockerfile'), '--tag', tag],
      ...(options.network === undefined ? [] : ['--network', options.network]),
      ...args.flatMap((arg) => ['--build-arg', arg]),
      '.',
    ],
    options.onLine,
  )
  return tag
}

/** The size of an image in MB. */
export const imageSize = async (tag: string): Promise<number> =>
  Math.round(Number(await said('docker', ['image', 'inspect', '--format', '{{.Size}}', tag])) / 1e6)

const LAST_WORDS = 25

async function said(program: string, args: readonly string[], onLine?: (line: string) => void): Promise<string> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const answer: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (stream === child.stdout) answer.push(line)
      onLine?.(line)
    })
  const shown = `${program} ${args.slice(0, 2).join(' ')}`
  let status: number | null
  try {
    ;[status] = (await once(child, 'close')) as [number | null]
  } catch (error) {
    throw new Error(`${program} could not be run: ${(error as Error).message}. Is it installed, and on the PATH?`)
  }
  if (status !== 0) throw new Error(`${shown} ended with ${status}. It said:\n${lines.slice(-LAST_WORDS).join('\n')}`)
  return answer.join('\n').trim()
}
