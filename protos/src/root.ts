import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import protobuf, { type Root } from 'protobufjs'

const ours = new URL('..', import.meta.url)
const theirs = import.meta.resolve('protobufjs/package.json')

/** Where imports are looked for: in this package, and Google's in protobufjs. */
export const folders = [fileURLToPath(ours), fileURLToPath(new URL('.', theirs))] as const

/**
 * Without protos as yet.
 * @param others folders in which to look before this package
 */
export function protoRoot(...others: readonly string[]): Root {
  const [own, google] = folders
  const root = new protobuf.Root()
  root.resolvePath = (_from, path) => {
    if (path.startsWith('google/')) return google + path
    return (others.find((folder) => existsSync(folder + path)) ?? own) + path
  }
  return root
}
