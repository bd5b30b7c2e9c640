import { fileURLToPath } from 'node:url'
import protobuf, { type Root } from 'protobufjs'

const ours = new URL('..', import.meta.url)
const theirs = import.meta.resolve('protobufjs/package.json')

/** Where imports are looked for: in this package, and Google's in protobufjs. */
export const folders = [fileURLToPath(ours), fileURLToPath(new URL('.', theirs))] as const

/** Without protos as yet. */
export function protoRoot(): Root {
  const [own, google] = folders
  const root = new protobuf.Root()
  root.resolvePath = (_from, path) => (path.startsWith('google/') ? google : own) + path
  return root
}
