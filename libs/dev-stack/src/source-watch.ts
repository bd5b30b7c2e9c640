import { existsSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps, and a change of branch writes many. */
const GATHER_MS = 150

const isSource = (path: string): boolean =>
  /\.(ts|sql|proto)$/.test(path) && !/\.(test|test-helpers)\.ts$/.test(path) && !path.includes('node_modules')

/** Watches the sources below some directories, without those of tests. */
export class SourceWatch {
  readonly #watchers: FSWatcher[]
  #changed = new Set<string>()
  #tell: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(directories: string[]) {
    this.#watchers = directories
      .filter((directory) => existsSync(directory))
      .map((directory) =>
        watch(directory, { recursive: true }, (_event, file) => {
          if (file && isSource(file)) this.#note(join(directory, file))
        }),
      )
  }

  /** The files changed since the last call; resolves when there are some, or empty at the signal. */
  async changes(signal: AbortSignal): Promise<string[]> {
    if (this.#changed.size === 0 || this.#timer) {
      await new Promise<void>((resolve) => {
        this.#tell = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
        if (signal.aborted) resolve()
      })
      this.#tell = undefined
    }
    if (signal.aborted) return []
    const changed = [...this.#changed]
    this.#changed = new Set()
    return changed
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers) watcher.close()
  }

  #note(path: string): void {
    this.#changed.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#tell?.()
    }, GATHER_MS)
  }
}
