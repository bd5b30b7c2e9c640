/** What operators are given is held against what running services tell: figures, alerts, dashboard, runbooks. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metricOfSeries, metricsIn, type ReportedMetric } from './src/exposition.ts'
import { contractOf, newClient, sale, startHookReceiver, target } from './src/index.ts'
import {
  alerts,
  dashboard,
  figures,
  queriesOf,
  runbook,
  runbookNames,
  SERVICES,
  type Alert,
} from './src/observability.ts'
import { selectedBy, type Selected } from './src/promql.ts'

type Told = Map<string, ReportedMetric>
const told = new Map<string, Told>()
const receiver = await startHookReceiver(await contractOf(target().baseUrl))

/** As Prometheus would. */
async function scrape(): Promise<void> {
  for (const [service, url] of Object.entries(sharedStack().opsUrls))
    told.set(service, metricsIn(await (await fetch(`${url}/metrics`)).text()))
}

const labelsOf = (service: string, name: string): string[] => [...(told.get(service)?.get(name)?.labels ?? [])].sort()

beforeAll(async () => {
  const client = await newClient(target(), 'observed')
  const books = await client.books()
  await client.api.call('createWebhook', { body: { url: receiver.url, business_ids: [books.id] } })
  await books.posted(sale(5))
  await waitFor('the webhook', () => receiver.hooked.length > 0)
  await waitFor('all figures', async () => {
    await scrape()
    return (
      labelsOf('reporting-svc', 'pacioli_webhook_deliveries_total').length > 0 &&
      ['banking-svc', 'billing-svc', 'reporting-svc'].every(
        (name) => labelsOf(name, 'pacioli_consumer_pending').length > 0,
      )
    )
  })
})
afterAll(() => receiver.close())

/** Made by prom-client itself, for every process of Node. */
const isOfNode = (name: string): boolean => /^(process|nodejs)_/.test(name)

describe('the table of figures', () => {
  test('has every figure of every service, with its type and its labels', () => {
    const documented = figures()
    expect(documented.length).toBeGreaterThan(15)
    const inTable = documented.flatMap(({ name, type, labels, services }) =>
      services.map((service) => `${service} ${name} ${type} {${labels.join()}}`),
    )
    const running = SERVICES.flatMap((service) =>
      [...(told.get(service) ?? new Map<string, ReportedMetric>())]
        .filter(([name]) => !isOfNode(name))
        .map(([name, { type }]) => `${service} ${name} ${type} {${labelsOf(service, name).join()}}`),
    )
    expect(running.toSorted()).toEqual(inTable.toSorted())
  })

  test('says what each means', () => {
    expect(figures().filter(({ meaning }) => meaning.length < 15)).toEqual([])
  })
})

test('no label of a figure is an id, so that no series is made for each request or business', () => {
  const known = new Set(figures().flatMap(({ labels }) => labels))
  expect([...known].filter((label) => /id$|path|url/.test(label))).toEqual([])
})

/** The services that a selector means: those it names, else all. */
function servicesIn({ matchers }: Selected): string[] {
  const matcher = matchers.find(({ label }) => label === 'service')
  if (!matcher) return [...SERVICES]
  const isExact = matcher.operator === '='
  expect(['=', '=~']).toContain(matcher.operator)
  return SERVICES.filter((name) => (isExact ? name === matcher.value : new RegExp(`^(${matcher.value})$`).test(name)))
}

/** What is wrong with an expression, in words; nothing if all it asks for is there. */
function faultsOf(expression: string): string[] {
  const { selected, groupedBy } = selectedBy(expression)
  const labels = new Set(['service', 'le'])
  const faults = selected.flatMap((one) => {
    const services = servicesIn(one)
    const having = services.filter(
      (service) => metricOfSeries(one.series, told.get(service) ?? new Map()) !== undefined,
    )
    for (const service of having)
      for (const label of labelsOf(service, metricOfSeries(one.series, told.get(service) ?? new Map()) ?? ''))
        labels.add(label)
    const isNamed = one.labels.includes('service')
    if (having.length === 0 || (isNamed && having.length < services.length))
      return [`${one.series} is told by ${having.join(' and ') || 'nobody'}, not by ${services.join(' and ')}`]
    return one.labels.filter((label) => !labels.has(label)).map((label) => `${one.series} has no label ${label}`)
  })
  return [
    ...faults,
    ...groupedBy.filter((label) => !labels.has(label)).map((label) => `nothing has the label ${label}`),
  ]
}

describe('an alert', () => {
  const each = alerts().map((one): [string, Alert] => [one.alert, one])

  test.each(each)('%s asks for figures that running services have', (_name, { expr }) => {
    expect(faultsOf(expr)).toEqual([])
  })

  test.each(each)('%s leads to its runbook, which says what it means for the books and what to do', (name, alert) => {
    expect(alert.annotations).toMatchObject({
      runbook_url: `docs/runbooks/${name}.md`,
      summary: expect.any(String),
      description: expect.any(String),
    })
    expect(['critical', 'warning']).toContain(alert.labels.severity)
    const page = runbook(alert.annotations.runbook_url ?? '')
    expect([...page.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title)).toEqual([
      name,
      'What it means for the books',
      'How bad it is',
      'What to look at',
      'What to do',
      'When it is over',
    ])
    expect(page).toMatch(/```sh\n|`[a-z]+ .*`/)
  })

  test('is named once, and every runbook has one', () => {
    const names = alerts().map(({ alert }) => alert)
    expect(names.toSorted()).toEqual(runbookNames().toSorted())
  })

  test.each(each)('%s tells labels that its expression leaves', (_name, { expr, annotations }) => {
    const { groupedBy, selected } = selectedBy(expr)
    const left = new Set([...groupedBy, ...selected.flatMap(({ labels }) => labels)])
    const words = Object.values(annotations).join(' ')
    const used = [...words.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
    expect(used.filter((label) => !left.has(label))).toEqual([])
  })
})

describe('a runbook', () => {
  test.each(runbookNames())('%s names figures and commands that there are', (name) => {
    const page = runbook(`docs/runbooks/${name}.md`)
    const all = [...told.values()]
    const named = [...page.matchAll(/\b((?:pacioli|gateway|nodejs|process)_[a-z_]+[a-z])\b/g)].map(
      ([, one = '']) => one,
    )
    const isThere = (figure: string): boolean =>
      all.some(
        (metrics) =>
          [...metrics.keys()].some((one) => one === figure || one.startsWith(`${figure}_`)) ||
          metricOfSeries(figure, metrics),
      )
    const places = new Set(['gateway_buckets'])
    expect(named.filter((figure) => !places.has(figure) && !isThere(figure))).toEqual([])
    const linked = [...page.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path = '']) => path)
    for (const path of linked)
      expect(() => runbook(new URL(path, 'file:///docs/runbooks/').pathname.slice(1))).not.toThrow()
    const scripts = JSON.parse(runbook('package.json')) as { scripts: Record<string, string> }
    const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
    expect(commands.filter((script) => !(script in scripts.scripts))).toEqual([])
  })
})

describe('the dashboard', () => {
  const each = queriesOf(dashboard()).map(({ where, expr, legend }): [string, string, string] => [where, expr, legend])

  test.each(each)('%s asks for what running services have: %s', (_where, expr, legend) => {
    expect(faultsOf(expr)).toEqual([])
    const { groupedBy } = selectedBy(expr)
    const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    expect(shown.filter((label) => !groupedBy.includes(label))).toEqual([])
  })

  test('has each panel in a place and under a number of its own, and says what each is about', () => {
    const { panels } = dashboard()
    const drawn = panels.filter(({ type }) => type !== 'row')
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(drawn.filter(({ description = '' }) => description.length < 5)).toEqual([])
    for (const { gridPos: at } of panels) expect(at.x + at.w).toBeLessThanOrEqual(24)
    const cells = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(cells).size).toBe(cells.length)
  })

  test('shows every figure of the table', () => {
    const shown = new Set(
      queriesOf(dashboard()).flatMap(({ expr }) => selectedBy(expr).selected.map(({ series }) => series)),
    )
    const isShown = (name: string): boolean => [name, `${name}_count`, `${name}_bucket`].some((one) => shown.has(one))
    expect(figures().filter(({ name }) => !isShown(name))).toEqual([])
  })

  test('refers to runbooks that there are', () => {
    const names = runbookNames()
    const referred = dashboard().panels.flatMap(({ description = '' }) => description.match(/Pacioli[A-Z]\w+/g) ?? [])
    expect(referred.filter((name) => !names.includes(name))).toEqual([])
  })
})

test('what is no PromQL is refused as such', () => {
  expect(() => selectedBy('sum by (le (x)')).toThrow('No PromQL')
  expect(() => selectedBy('1 + 1')).toThrow('Nothing is selected')
  expect(faultsOf('rate(pacioli_rpc_seconds[5m])')).not.toEqual([])
  expect(faultsOf('pacioli_postings_failed{service="ledger-svc"}')).not.toEqual([])
  expect(faultsOf('sum by (route) (pacioli_rpc_running)')).toEqual(['nothing has the label route'])
})
