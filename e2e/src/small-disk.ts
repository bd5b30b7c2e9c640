/** A disk of a few megabytes that can be filled for real: a file system in memory with a size. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const PIECES = [1024 * 1024, 4096, 1]

export class SmallDisk {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /**
   * Mounts it; the directory is made.
   * @throws Error where the caller may not mount: there these tests cannot be run, and do not pass
   */
  static mount(path: string, megabytes: number): SmallDisk {
    mkdirSync(path, { recursive: true })
    run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path])
    return new SmallDisk(path)
  }

  /** Leaves no byte free. */
  fill(): void {
    const file = openSync(this.#filler, 'a')
    for (const size of PIECES) {
      const piece = Buffer.alloc(size)
      try {
        for (;;) if (writeSync(file, piece) < size) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
    closeSync(file)
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  /** Also while something is still open in it. */
  unmount(): void {
    run('umount', ['-l', this.path])
  }

  get #filler(): string {
    return join(this.path, 'filler')
  }
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(
    `${command} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}. A full disk is tested with one that is ` +
      'mounted, on Linux: run these tests as root, or in a user namespace (unshare --map-root-user --mount npm run test:faults).',
  )
}
