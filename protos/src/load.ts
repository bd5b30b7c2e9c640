import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How messages look in TypeScript: the same options that the committed types are generated with. */
const options = { keepCase: true, longs: Number, enums: String, defaults: true, includeDirs: [root] }

/**
 * The definition of a service by its full name, for serving and for calling it.
 * int64 becomes `number`: whoever writes one has checked that it is safe.
 */
export function loadService<Definition>(file: string, name: string): Definition {
  const found = loadSync(file, options)[name]
  if (!found) throw new Error(`${file} defines no ${name}`)
  return found as ServiceDefinition as Definition
}
