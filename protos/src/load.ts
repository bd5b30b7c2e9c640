import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How messages look in TypeScript: the same options that the committed types are generated with. */
const options = { keepCase: true, longs: Number, enums: String, defaults: true, includeDirs: [root] }

/** By folder. What the files of one share is parsed once, and what reads and writes its messages is made once. */
const loaded = new Map<string, PackageDefinition>()

function load(folder: string): PackageDefinition {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.proto'))
  const definition = loadSync(
    files.map((file) => `${folder}/${file}`),
    options,
  )
  loaded.set(folder, definition)
  return definition
}

/**
 * The definition of a service by its full name, for serving and for calling it.
 * int64 becomes `number`: whoever writes one has checked that it is safe.
 */
export function loadService<Definition>(file: string, name: string): Definition {
  const folder = dirname(file)
  const found = (loaded.get(folder) ?? load(folder))[name]
  if (!found) throw new Error(`${folder} defines no ${name}`)
  return found as ServiceDefinition as Definition
}
