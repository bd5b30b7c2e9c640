import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'pacioli-compile')

/**
 * Has Node keep what it compiled, so that a service that starts again compiles nothing: in this repository, since code
 * that is run may not come from a folder that everybody can write to. Nothing where that folder can't be written.
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
