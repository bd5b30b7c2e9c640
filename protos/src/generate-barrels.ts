/** Writes one file per proto package that exports the message types of its generated files. */
import { readdirSync, writeFileSync } from 'node:fs'

const generated = new URL('./generated/', import.meta.url)

for (const domain of readdirSync(new URL('pacioli/', generated))) {
  const files = readdirSync(new URL(`pacioli/${domain}/v1/`, generated)).filter((file) => !file.endsWith('Service.ts'))
  const lines = files.map((file) => `export type * from './pacioli/${domain}/v1/${file}'`)
  writeFileSync(
    new URL(`${domain}.messages.ts`, generated),
    `// Generated: one line per message.\n${lines.join('\n')}\n`,
  )
}
