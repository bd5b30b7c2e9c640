/** The files that operators take over: alert rules, dashboard, runbooks, and the table of figures. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

export type Alert = {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

export function alerts(): Alert[] {
  const { groups } = parse(read('deploy', 'observability', 'alerts.yaml')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

type Panel = { title: string; description?: string; type: string; targets?: { expr: string; legendFormat: string }[] }
export type Dashboard = {
  panels: (Panel & { id: number; gridPos: { x: number; y: number; w: number; h: number } })[]
  annotations: { list: { name: string; expr: string }[] }
}
export const dashboard = (): Dashboard => JSON.parse(read('deploy', 'observability', 'dashboard.json')) as Dashboard

/** Every query of the dashboard, with where it stands. */
export const queriesOf = ({ panels, annotations }: Dashboard): { where: string; expr: string; legend: string }[] => [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, legend: legendFormat })),
  ),
  ...annotations.list.map(({ name, expr }) => ({ where: name, expr, legend: '' })),
]

export const runbookNames = (): string[] =>
  readdirSync(join(ROOT, 'docs', 'runbooks')).map((file) => file.replace(/\.md$/, ''))
export const runbook = (path: string): string => read(...path.split('/'))

export type Figure = { name: string; type: string; labels: string[]; services: string[]; meaning: string }

export const SERVICES = ['gateway', 'ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc'] as const

const servicesOf = (cell: string): string[] =>
  cell === 'all'
    ? [...SERVICES]
    : cell
        .split(', ')
        .map((name) => SERVICES.find((one) => one === name || one === `${name}-svc`) ?? `no service: ${name}`)

/** The table of figures in docs/TELEMETRY.md. */
export function figures(): Figure[] {
  const [, table = ''] = read('docs', 'TELEMETRY.md').split('<!-- figures -->')
  return [...table.matchAll(/^\| `(\w+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, name = '', type = '', labels = '', of = '', meaning = '']) => ({
      name,
      type: type.trim(),
      labels: labels.trim() === '' ? [] : labels.trim().split(', ').sort(),
      services: servicesOf(of.trim()),
      meaning: meaning.trim(),
    }),
  )
}
