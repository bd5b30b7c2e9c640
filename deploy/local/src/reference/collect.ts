import { describeSettings } from '@pacioli/service/configuration'
import type { ConfigSpecs } from '@pacioli/service/configuration'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceReference } from './markdown.ts'

/** What a config.ts exports for this: the specs of each program by its file, `main` being the service. */
type Programs = { main: ConfigSpecs } & Record<string, ConfigSpecs>

/** The services with what each of their programs reads. Nothing of the environment is read. */
export async function collectServices(root: string): Promise<ServiceReference[]> {
  const apps = readdirSync(join(root, 'apps')).sort()
  return Promise.all(apps.map(async (name) => referenceOf(name, await programsOf(root, name), npmScripts(root))))
}

export async function programsOf(root: string, app: string): Promise<Programs> {
  const config = pathToFileURL(join(root, 'apps', app, 'src', 'config.ts')).href
  return ((await import(config)) as { programs: Programs }).programs
}

function referenceOf(name: string, { main, ...others }: Programs, scripts: Map<string, string>): ServiceReference {
  const programs = Object.entries(others).map(([file, specs]) => {
    const path = `apps/${name}/src/${file}.ts`
    return { command: scripts.get(path) ?? `node ${path}`, settings: describeSettings(specs) }
  })
  return { name, settings: describeSettings(main), programs }
}

/** `npm run …` by the program that it runs. */
function npmScripts(root: string): Map<string, string> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const operate = /operate\.ts (\S+)$/
  return new Map(
    Object.entries(scripts).flatMap(([name, line]) => {
      const program = operate.exec(line)?.[1]
      return program ? [[program, `npm run ${name}`] as const] : []
    }),
  )
}
