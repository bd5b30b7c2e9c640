import type { IStatefulSet } from 'kubernetes-models/apps/v1'
import { describe, expect, test } from 'vitest'
import { ofKind, podOf, workloadsOf, type Manifest } from './manifests.ts'
import { mayReach, type Door, type Place, type Policy } from './reach.ts'
import { rendered } from './variants.test-helpers.ts'

/**
 * Which connections are allowed, and on which port: the drawing of docs/ARCHITECTURE.md. The policies must allow
 * exactly these.
 */
const SERVICES = ['gateway', 'ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc']
const WITH_DATABASE = SERVICES.slice(1)

const CALLS: [from: string, to: string[]][] = [
  ['gateway', ['ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc']],
  ['banking-svc', ['ledger-svc', 'billing-svc']],
  ['billing-svc', ['ledger-svc', 'banking-svc']],
  ['reporting-svc', ['ledger-svc', 'banking-svc', 'billing-svc']],
]

const INTERNET = ['the internet', 'the internet by IPv6']

const arrow = (from: string, to: string, port: number, protocol = 'TCP'): string =>
  `${from} → ${to} ${protocol} ${port}`
const arrows = (from: string[], to: string[], ...ports: number[]): string[] =>
  from.flatMap((one) => to.flatMap((other) => ports.map((port) => arrow(one, other, port))))

/** Every port that means something here, and two that mean nothing. */
const PORTS = [22, 53, 80, 443, 4222, 4318, 5432, 6222, 6443, 7070, 8000, 8080, 8222, 9080, 50051, 61234]

const everywhere = [
  ...CALLS.flatMap(([from, to]) => arrows([from], to, 50051)),
  ...arrows(['the ingress controller'], ['gateway'], 8080),
  ...arrows(['Prometheus'], SERVICES, 9080),
  // Accounting providers.
  ...arrows(['ledger-svc'], INTERNET, 443),
  // Webhooks, on whatever port the platform chose.
  ...arrows(['reporting-svc'], INTERNET, ...PORTS),
  ...[...SERVICES, ...WITH_DATABASE.map((name) => `${name}-migrate`)].flatMap((name) => [
    arrow(name, 'the name server', 53),
    arrow(name, 'the name server', 53, 'UDP'),
  ]),
]

const inDev = [
  ...arrows([...WITH_DATABASE, ...WITH_DATABASE.map((name) => `${name}-migrate`)], ['postgres'], 5432),
  ...arrows(SERVICES, ['nats'], 4222),
  ...arrows(['reporting-svc'], ['files'], 7070),
]

const besideNats = [
  ...WITH_DATABASE.flatMap((name) =>
    arrows([name, `${name}-migrate`], [`the ${name.replace('-svc', '')} database`], 5432),
  ),
  ...arrows(['reporting-svc'], ['the file store'], 443),
]

const inProduction = [...besideNats, ...arrows(SERVICES, ['a NATS server'], 4222)]

/** The servers of a cluster talk to each other, and look up each other's names. */
const ofThreeNatsServers = [
  ...arrows(SERVICES, ['nats', 'another nats'], 4222),
  ...['nats', 'another nats'].flatMap((name) => [
    arrow(name, 'the name server', 53),
    arrow(name, 'the name server', 53, 'UDP'),
  ]),
  arrow('nats', 'another nats', 6222),
  arrow('another nats', 'nats', 6222),
]

const SERVERS = ['a database server', 'another database server']

const withDatabases = [
  ...arrows([...WITH_DATABASE, ...WITH_DATABASE.map((name) => `${name}-migrate`)], SERVERS, 5432),
  ...SERVERS.flatMap((server) => [
    ...arrows(
      [server],
      SERVERS.filter((other) => other !== server),
      5432,
      8000,
    ),
    ...arrows(['the operator of databases'], [server], 5432, 8000),
    ...arrows([server], ['the API server'], 6443),
    arrow(server, 'the name server', 53),
    arrow(server, 'the name server', 53, 'UDP'),
  ]),
]

const ofComponents = [...arrows(SERVICES, ['the collector'], 4318), ...arrows(['gateway'], INTERNET, 443)]

const EXPECTED: [variant: string, arrows: string[]][] = [
  ['base', everywhere],
  ['overlays/dev', [...everywhere, ...inDev]],
  ['overlays/production', [...everywhere, ...inProduction]],
  [
    'overlays/cloudnative-pg',
    [...everywhere, ...inProduction.filter((one) => !one.includes('database')), ...withDatabases],
  ],
  ['overlays/dev with all components', [...everywhere, ...inDev, ...ofComponents]],
  ['overlays/production with all components', [...everywhere, ...inProduction, ...ofComponents]],
  ['overlays/production with three NATS servers', [...everywhere, ...besideNats, ...ofThreeNatsServers]],
]

/** Other peers: intended ones, each beside a similar one that is not, and addresses. */
const OTHERS: Place[] = [
  pod('the ingress controller', 'ingress-nginx', { 'app.kubernetes.io/name': 'ingress-nginx' }, 1),
  pod('another pod beside the ingress controller', 'ingress-nginx', { 'app.kubernetes.io/name': 'other' }, 2),
  pod('Prometheus', 'monitoring', { 'app.kubernetes.io/name': 'prometheus' }, 3),
  pod('another pod beside Prometheus', 'monitoring', { 'app.kubernetes.io/name': 'grafana' }, 4),
  pod('the name server', 'kube-system', { 'k8s-app': 'kube-dns' }, 5),
  pod('another pod of the system', 'kube-system', { 'k8s-app': 'metrics-server' }, 6),
  pod('the collector', 'observability', { 'app.kubernetes.io/name': 'opentelemetry-collector' }, 7),
  pod("another installation's gateway", 'default', { 'app.kubernetes.io/name': 'gateway' }, 8),
  pod('an ingress controller elsewhere', 'default', { 'app.kubernetes.io/name': 'ingress-nginx' }, 9),
  pod('a stranger in our namespace', 'pacioli', { app: 'stranger' }, 10),
  pod('a database server', 'pacioli', { 'cnpg.io/cluster': 'databases' }, 11),
  pod('another database server', 'pacioli', { 'cnpg.io/cluster': 'databases' }, 12),
  pod('a database server of others', 'pacioli', { 'cnpg.io/cluster': 'others' }, 13),
  pod('the operator of databases', 'cnpg-system', { 'app.kubernetes.io/name': 'cloudnative-pg' }, 14),
  pod('another pod beside that operator', 'cnpg-system', { 'app.kubernetes.io/name': 'other' }, 15),
  { name: 'the internet', address: '93.184.215.14' },
  { name: 'the internet by IPv6', address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c' },
  { name: 'the ledger database', address: '10.20.0.11' },
  { name: 'the banking database', address: '10.20.0.12' },
  { name: 'the billing database', address: '10.20.0.13' },
  { name: 'the reporting database', address: '10.20.0.14' },
  { name: 'the API server', address: '10.20.0.80' },
  { name: 'a NATS server', address: '10.20.0.33' },
  { name: 'the file store', address: '10.20.0.64' },
  { name: 'a private address (10/8)', address: '10.0.0.7' },
  { name: 'a private address (172.16/12)', address: '172.31.255.1' },
  { name: 'a private address (192.168/16)', address: '192.168.1.1' },
  { name: 'a shared address (100.64/10)', address: '100.100.1.1' },
  { name: 'the metadata of the cloud', address: '169.254.169.254' },
  { name: 'the node itself', address: '127.0.0.1' },
  { name: 'a private address of IPv6', address: 'fd00::1' },
  { name: 'a local address of IPv6', address: 'fe80::1' },
  { name: 'the node itself by IPv6', address: '::1' },
]

function pod(name: string, namespace: string, labels: Record<string, string>, place: number): Place {
  return { name, namespace, labels, address: `10.244.1.${place}` }
}

function placesOf(manifests: readonly Manifest[]): Place[] {
  const ours = workloadsOf(manifests).flatMap((workload, place) => {
    const { labels } = podOf(workload)
    const name = labels['app.kubernetes.io/name'] ?? workload.metadata.name
    const one = { name, namespace: workload.metadata.namespace ?? '', labels, address: `10.244.2.${place}` }
    // All pods of a store are alike to others, so one stands for them; a second one shows whether they reach each other.
    const isOfSeveral = workload.kind === 'StatefulSet' && (workload as IStatefulSet).spec?.replicas !== 1
    return isOfSeveral ? [one, { ...one, name: `another ${name}`, address: `10.244.3.${place}` }] : [one]
  })
  return [...ours, ...OTHERS]
}

/** Everything that the policies allow where one end is ours. */
function allowed(manifests: readonly Manifest[]): string[] {
  const policies = ofKind<Policy>(manifests, 'NetworkPolicy')
  const places = placesOf(manifests)
  const doors: Door[] = PORTS.flatMap((port) => [
    { protocol: 'TCP', port },
    { protocol: 'UDP', port },
  ])
  return places.flatMap((from) =>
    places
      .filter((to) => from !== to && [from, to].some(({ namespace }) => namespace === 'pacioli'))
      .flatMap((to) =>
        doors
          .filter((door) => mayReach(policies, from, to, door))
          .map(({ port, protocol }) => arrow(from.name, to.name, port, protocol)),
      ),
  )
}

const variant = rendered()
const known = new Map<string, string[]>()

/** Computed once for each variant. */
function arrowsOf(name: string): string[] {
  const found = known.get(name) ?? allowed(variant(name))
  known.set(name, found)
  return found
}

test.each(EXPECTED)('%s allows the arrows of the drawing and no others', (name, expected) => {
  expect(arrowsOf(name).toSorted()).toEqual(expected.toSorted())
})

test('exactly the pods with the address of a service may reach it', () => {
  for (const [name] of EXPECTED.slice(1)) {
    const manifests = variant(name)
    const configured = ofKind<{ data: Record<string, string> }>(manifests, 'ConfigMap').flatMap(({ metadata, data }) =>
      Object.keys(data)
        .filter((setting) => setting.endsWith('_GRPC_URL'))
        .map((setting) => {
          const from = metadata.name.replace(/-[a-z0-9]{10}$/, '')
          return arrow(from, `${setting.replace('_GRPC_URL', '').toLowerCase()}-svc`, 50051)
        }),
    )
    const reached = arrowsOf(name).filter((one) => one.endsWith('TCP 50051') && !one.includes('internet'))
    expect(reached.toSorted()).toEqual(configured.toSorted())
  }
})

describe('the evaluator of policies', () => {
  const place = (name: string, labels: Record<string, string> = {}, namespace = 'ours'): Place => ({
    ...{ name, labels, namespace, address: '10.0.0.1' },
  })
  const policy = (spec: object): Policy => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'p', namespace: 'ours' },
    spec,
  })
  const web: Door = { protocol: 'TCP', port: 80 }
  const [a, b] = [place('a', { app: 'a' }), place('b', { app: 'b' })]
  const toAll = { podSelector: {}, egress: [{}], policyTypes: ['Egress'] }

  test('without policies every pod reaches every other', () => {
    expect(mayReach([], a, b, web)).toBe(true)
  })

  test('a policy without rules refuses in its directions alone', () => {
    const closed = (direction: string) =>
      policy({ podSelector: { matchLabels: { app: 'b' } }, policyTypes: [direction] })
    expect(mayReach([closed('Ingress')], a, b, web)).toBe(false)
    expect(mayReach([closed('Ingress')], b, a, web)).toBe(true)
    expect(mayReach([closed('Egress')], b, a, web)).toBe(false)
    expect(mayReach([closed('Egress')], a, b, web)).toBe(true)
  })

  test('without policyTypes it is about what comes in, and about what goes out only if it has rules for that', () => {
    expect(mayReach([policy({ podSelector: {} })], a, b, web)).toBe(false)
    expect(mayReach([policy({ podSelector: {} })], a, { name: 'outside', address: '192.0.2.1' }, web)).toBe(true)
    const out = policy({ podSelector: {}, egress: [{ ports: [{ port: 443 }] }] })
    expect(mayReach([out], a, { name: 'outside', address: '192.0.2.1' }, web)).toBe(false)
  })

  test('policies add up, and both ends must allow', () => {
    const shut = policy({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    const lets = policy({ podSelector: { matchLabels: { app: 'b' } }, ingress: [{ from: [{ podSelector: {} }] }] })
    expect(mayReach([shut, lets], a, b, web)).toBe(false)
    expect(mayReach([shut, lets, policy(toAll)], a, b, web)).toBe(true)
  })

  test('a pod selector alone means pods of the same namespace', () => {
    const lets = policy({ podSelector: {}, ingress: [{ from: [{ podSelector: { matchLabels: { app: 'a' } } }] }] })
    expect(mayReach([lets], a, b, web)).toBe(true)
    expect(mayReach([lets], place('a', { app: 'a' }, 'theirs'), b, web)).toBe(false)
  })

  test('selectors in one item must both be met, in two items either', () => {
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'theirs' } }
    const podSelector = { matchLabels: { app: 'a' } }
    const both = policy({ podSelector: {}, ingress: [{ from: [{ namespaceSelector, podSelector }] }] })
    const either = policy({ podSelector: {}, ingress: [{ from: [{ namespaceSelector }, { podSelector }] }] })
    expect(mayReach([both], place('x', {}, 'theirs'), b, web)).toBe(false)
    expect(mayReach([either], place('x', {}, 'theirs'), b, web)).toBe(true)
    expect(mayReach([both], place('a', { app: 'a' }, 'theirs'), b, web)).toBe(true)
  })

  test('a block of addresses ends where its exceptions begin', () => {
    const ipBlock = { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] }
    const out = policy({ podSelector: {}, policyTypes: ['Egress'], egress: [{ to: [{ ipBlock }] }] })
    expect(mayReach([out], a, { name: 'near', address: '10.255.255.255' }, web)).toBe(false)
    expect(mayReach([out], a, { name: 'far', address: '11.0.0.0' }, web)).toBe(true)
    expect(mayReach([out], a, { name: 'far by IPv6', address: '2001:db8::1' }, web)).toBe(false)
  })

  test.each([
    [{ port: 80 }, true],
    [{ port: 81 }, false],
    [{ port: 79, endPort: 80 }, true],
    [{ port: 80, protocol: 'UDP' }, false],
    [{ protocol: 'TCP' }, true],
  ])('a rule for %j lets TCP 80 through: %s', (port, expected) => {
    expect(mayReach([policy({ podSelector: {}, ingress: [{ ports: [port] }] })], a, b, web)).toBe(expected)
  })
})
