/** `npm run protos:generate`, which `npm ci` ends with: writes the types of all protos. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { typesOf } from './message-types.ts'
import { folders, protoRoot } from './root.ts'

const into = join(import.meta.dirname, 'generated')
const protos = readdirSync(join(folders[0], 'pacioli'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.proto'))
  .map((file) => `pacioli/${file}`)

const root = protoRoot().loadSync(protos, { keepCase: true, alternateCommentMode: true })
root.resolveAll()
const types = typesOf(root)

mkdirSync(into, { recursive: true })
for (const file of readdirSync(into)) if (!types.has(file)) rmSync(join(into, file), { recursive: true })
for (const [file, text] of types) {
  const path = join(into, file)
  // What did not change is left alone, for others may be reading it.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}
