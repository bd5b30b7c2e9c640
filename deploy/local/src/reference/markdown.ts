import type { Setting } from '@pacioli/service/configuration'

/** A program of a service, and what it reads. */
export interface Program {
  /** How people call it: `npm run keys:rotate`, `node apps/ledger-svc/src/migrate.ts`. */
  command: string
  settings: Setting[]
}

export interface ServiceReference {
  name: string
  /** What the service itself reads. */
  settings: Setting[]
  /** Its migration and its operator commands. */
  programs: Program[]
}

/** Settings that are no service's own. */
export interface SharedReference {
  title: string
  intro: string
  settings: Setting[]
}

const INTRO = `
# Configuration

This page is made from what the programs declare, by \`npm run docs:config\`: change the \`config.ts\` of a service, not this.
[OPERATIONS.md](OPERATIONS.md) says how to run the whole.

All settings are environment variables, read and checked at the start. A program with a mistake in one says so, one line a
mistake, and ends with code 1. An empty variable counts as one that is not set. Secrets have no defaults, and are not shown in
messages; take those marked below from where you keep secrets.
`

/** The page. Not laid out: the formatter does that. */
export const markdownOf = (services: ServiceReference[], shared: SharedReference[]): string =>
  [
    INTRO,
    ...services.map(serviceSection),
    ...shared.map(({ title, intro, settings }) => [`## ${title}`, intro, tableOf(settings)].join('\n\n')),
  ].join('\n\n')

function serviceSection({ name, settings, programs }: ServiceReference): string {
  const known = new Set(settings.map((setting) => setting.name))
  const more = programs.flatMap((program) => program.settings).filter((setting) => !known.has(setting.name))
  const section = [`## ${name}`, `\`node apps/${name}/src/main.ts\` reads:`, tableOf(settings)]
  if (programs.length > 0) section.push(`### Other programs of ${name}`, programsTable(programs))
  if (more.length > 0) section.push('What the service itself does not read:', tableOf(more))
  return section.join('\n\n')
}

const tableOf = (settings: Setting[]): string =>
  table(
    ['variable', 'value', 'if not set', 'meaning', 'example'],
    settings.map((setting) => [
      code(setting.name),
      setting.isSecret ? `${setting.kind}; **secret**` : setting.kind,
      unsetText(setting),
      setting.docs ? `${setting.meaning}; see [more](${setting.docs})` : setting.meaning,
      setting.example === undefined ? '' : code(setting.example),
    ]),
  )

const programsTable = (programs: Program[]): string =>
  table(
    ['program', 'reads'],
    programs.map(({ command, settings }) => [code(command), settings.map(({ name }) => code(name)).join(', ')]),
  )

function unsetText({ unset }: Setting): string {
  if ('required' in unset) return unset.required
  return unset.default === undefined || unset.default === '' ? 'none' : code(unset.default)
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(inCell).join(' | ')} |`).join('\n')

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string): string => `\`${text}\``
