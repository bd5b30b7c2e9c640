import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'pacioli-compile')

/**
 * Makes Node cache compiled code, so that a restarted service compiles nothing. The cache is in this repository:
 * executed code must not come from a world-writable folder. Empty where that folder can't be written.
 */
export function compileCacheEnv(folder = FOLDER): { NODE_COMPILE_CACHE?: string } {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return { NODE_COMPILE_CACHE: folder }
  } catch {
    return {}
  }
}
