/** The container engine: whether there is one, and what it is asked about containers that others started. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { baseImage } from '@pacioli/images'

/** Runs the docker command. @returns what it printed @throws Error with what it said */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout.trim()
}

/** Why there is no engine to use, in words for people; undefined where there is one. */
export async function engineProblem(): Promise<string | undefined> {
  try {
    await docker('version', '--format', '{{.Server.Version}}')
    return undefined
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    if (code === 'ENOENT') return 'there is no docker command on the PATH'
    return `docker says: ${(stderr ?? String(error)).trim().split('\n').at(-1)}`
  }
}

/** Whether the image is here, or can be had. */
export const isAvailable = (image: string): Promise<boolean> =>
  docker('image', 'inspect', image)
    .catch(() => docker('pull', '--quiet', image))
    .then(
      () => true,
      () => false,
    )

/** Our base by name alone: any of its digests. */
export const TAGGED_BASE = 'node:24-bookworm-slim'

/** The base of the Dockerfile, or where that cannot be pulled what the engine has by its name. */
export async function chooseBase(say: (line: string) => void): Promise<string> {
  const pinned = baseImage()
  if (await isAvailable(pinned)) return pinned
  say(`${pinned} cannot be pulled: the images are built from ${TAGGED_BASE}`)
  return TAGGED_BASE
}

/** Removes every container, volume and network of a run, whoever started them. */
export async function removeAll(label: string): Promise<void> {
  const filter = ['--filter', `label=${label}`]
  const containers = await docker('ps', '--all', '--quiet', ...filter)
  if (containers) await docker('rm', '--force', '--volumes', ...containers.split('\n'))
  const volumes = await docker('volume', 'ls', '--quiet', ...filter)
  if (volumes) await docker('volume', 'rm', '--force', ...volumes.split('\n'))
  const networks = await docker('network', 'ls', '--quiet', ...filter)
  if (networks) await docker('network', 'rm', ...networks.split('\n'))
}
