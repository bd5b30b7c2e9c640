/** `npm run kubernetes:secrets`: the secrets that overlays/dev is rendered with. */
import { Command } from 'commander'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { envFileOf, makeDevSecrets } from './dev-secrets.ts'

const HERE = join(import.meta.dirname, '..', 'overlays', 'dev', 'secrets')

new Command('write-secrets')
  .description(
    'Makes new secrets for a cluster of overlays/dev and writes them to env files, which kustomize makes Secrets of.\n' +
      'Files that are there stay as they are: databases and tokens depend on them.',
  )
  .option('--directory <path>', 'where the files go', HERE)
  .action(({ directory }: { directory: string }) => {
    const folder = resolve(directory)
    if (existsSync(folder)) {
      console.log(
        `${folder} is there already and stays as it is. Delete it, and the volumes of the cluster, for new ones.`,
      )
      return
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [name, settings] of Object.entries(makeDevSecrets()))
      writeFileSync(join(folder, `${name}.env`), envFileOf(settings), { mode: 0o600 })
    console.log(`Wrote the secrets of overlays/dev to ${folder}. They are for this cluster alone; never commit them.`)
  })
  .parse()
