import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, IContainer, IProbe, IService, IServiceAccount } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import {
  containersOf,
  describe as nameOf,
  ofKind,
  podOf,
  workloadsOf,
  type Manifest,
  type Workload,
} from './manifests.ts'
import { rendered } from './variants.test-helpers.ts'
import { VARIANTS } from './variants.ts'

const SERVICES = ['banking-svc', 'billing-svc', 'gateway', 'ledger-svc', 'reporting-svc']
const WITH_DATABASE = SERVICES.filter((name) => name !== 'gateway')

const WITH_NATS = 'overlays/production with three NATS servers'

const variant = rendered()

const deploymentsOf = (manifests: readonly Manifest[]) => ofKind<IDeployment>(manifests, 'Deployment')
const namesOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ metadata }) => metadata.name).toSorted()

/** Each test says it of every object that it is about, and that there are such objects. */
function each<T>(things: readonly T[], say: (thing: T) => void): void {
  expect(things.length).toBeGreaterThan(0)
  things.forEach(say)
}

const settingsOf = (manifests: readonly Manifest[], name: string): Record<string, string> =>
  Object.assign(
    {},
    ...ofKind<IConfigMap>(manifests, 'ConfigMap')
      .filter(({ metadata }) => new RegExp(`^${name}-[a-z0-9]+$`).test(metadata.name))
      .map(({ data }) => data),
  ) as Record<string, string>

const serviceOf = (deployment: Workload): IContainer => {
  const container = podOf(deployment).spec.containers.find(({ name }) => name === 'service')
  if (!container) throw new Error(`Expected a container called service in ${nameOf(deployment)}`)
  return container
}

const portOf = (container: IContainer, probe: IProbe | undefined): number | string | undefined => {
  const port = probe?.httpGet?.port
  return container.ports?.find(({ name }) => name === port)?.containerPort ?? port
}

describe.each(VARIANTS)('%s', (name) => {
  test('has every service, and a migration of every one with a database', () => {
    expect(namesOf(deploymentsOf(variant(name)))).toEqual(SERVICES)
    const migrations = ofKind<IJob>(variant(name), 'Job').map(({ metadata }) =>
      metadata.name.replace(/-migrate-.*/, ''),
    )
    expect(migrations.toSorted()).toEqual(WITH_DATABASE)
  })

  test('everything is in the one namespace, which takes restricted pods alone', () => {
    const [namespace, ...others] = ofKind(variant(name), 'Namespace')
    expect(others).toEqual([])
    expect(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted')
    each(variant(name), (one) => {
      if (one.kind !== 'Namespace') expect([nameOf(one), one.metadata.namespace]).toEqual([nameOf(one), 'pacioli'])
    })
  })

  test('no pod runs as root, gains privileges or shares anything with its node', () => {
    each(workloadsOf(variant(name)), (workload) => {
      const { spec } = podOf(workload)
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(spec.securityContext?.runAsUser).toBeGreaterThan(0)
      expect(spec.securityContext?.runAsGroup).toBeGreaterThan(0)
      expect([spec.hostNetwork, spec.hostPID, spec.hostIPC, spec.hostUsers]).toEqual(Array(4).fill(undefined))
      each(containersOf(workload), ({ securityContext }) =>
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        }),
      )
    })
  })

  test('services and migrations run as user and group 1000', () => {
    each([...deploymentsOf(variant(name)), ...ofKind<IJob>(variant(name), 'Job')], (workload) =>
      expect(podOf(workload).spec.securityContext).toMatchObject({ runAsUser: 1000, runAsGroup: 1000 }),
    )
  })

  test('every container has requests and limits of processor and memory', () => {
    each(workloadsOf(variant(name)).flatMap(containersOf), ({ resources }) => {
      const amount = expect.stringMatching(/^\d+(m|Mi|Gi)?$/)
      expect(resources).toEqual({ requests: { cpu: amount, memory: amount }, limits: { cpu: amount, memory: amount } })
    })
  })

  test('every image has a version, and a service and its migration have the same one', () => {
    each(workloadsOf(variant(name)).flatMap(containersOf), ({ image }) =>
      expect(image).toMatch(/^[a-z./-]+:v?\d+\.\d+(\.\d+)?$/),
    )
    each(ofKind<IJob>(variant(name), 'Job'), (job) => {
      const [, service, version] = /^(.*)-migrate-(.*)$/.exec(job.metadata.name) ?? []
      const image = `pacioli/${service}:${version}`
      expect(containersOf(job).map((one) => one.image)).toEqual([image])
      const deployment = deploymentsOf(variant(name)).find(({ metadata }) => metadata.name === service)
      expect(deployment && serviceOf(deployment).image).toBe(image)
    })
  })

  test('only /tmp and volumes of data are written to, and /tmp is small and in memory', () => {
    each(workloadsOf(variant(name)), (workload) => {
      const { volumes = [] } = podOf(workload).spec
      expect(volumes.filter(({ hostPath }) => hostPath)).toEqual([])
      expect(volumes.find((volume) => volume.name === 'tmp')?.emptyDir).toEqual({ medium: 'Memory', sizeLimit: '64Mi' })
      each(
        volumes.filter(({ emptyDir }) => emptyDir),
        ({ emptyDir }) => expect(emptyDir?.medium).toBe('Memory'),
      )
      const main = podOf(workload).spec.containers[0]
      expect(main?.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' })
    })
  })

  test('no pod has a token of the cluster, and each sort has an account of its own', () => {
    const accounts = ofKind<IServiceAccount>(variant(name), 'ServiceAccount')
    each(accounts, ({ automountServiceAccountToken }) => expect(automountServiceAccountToken).toBe(false))
    const used = workloadsOf(variant(name)).map((workload) => {
      const { spec } = podOf(workload)
      expect([nameOf(workload), spec.automountServiceAccountToken]).toEqual([nameOf(workload), false])
      expect(spec.volumes?.filter(({ projected }) => projected) ?? []).toEqual([])
      return spec.serviceAccountName
    })
    expect(used.toSorted()).toEqual(namesOf(accounts))
  })

  test('no variables of other Services get in: one called gateway would set GATEWAY_PORT', () => {
    each(workloadsOf(variant(name)), (workload) => expect(podOf(workload).spec.enableServiceLinks).toBe(false))
  })

  test('liveness probes the process alone, readiness its dependencies, both on the operations port', () => {
    each(deploymentsOf(variant(name)), (deployment) => {
      const container = serviceOf(deployment)
      const { startupProbe, livenessProbe, readinessProbe } = container
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)
      expect(paths).toEqual(['/healthz', '/healthz', '/readyz'])
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        expect(portOf(container, probe)).toBe(Number(settingsOf(variant(name), 'every-service').OPS_PORT))
        expect(probe?.timeoutSeconds).toBeGreaterThanOrEqual(2)
        expect(probe?.failureThreshold).toBeGreaterThanOrEqual(2)
      }
      // A minute to start, while nothing is restarted yet.
      expect((startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0)).toBeGreaterThanOrEqual(60)
    })
  })

  test('stores are probed, too', () => {
    for (const store of ofKind<IStatefulSet>(variant(name), 'StatefulSet'))
      for (const { startupProbe, livenessProbe, readinessProbe } of podOf(store).spec.containers)
        for (const probe of [startupProbe, livenessProbe, readinessProbe])
          expect(probe?.httpGet ?? probe?.exec).toBeDefined()
  })

  test('there is time to end: preStop, delay and drain fit into the grace period', () => {
    const { SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = settingsOf(variant(name), 'every-service')
    each(deploymentsOf(variant(name)), (deployment) => {
      const command = serviceOf(deployment).lifecycle?.preStop?.exec?.command
      expect(command).toEqual(['sleep', expect.stringMatching(/^[1-9]\d*$/)])
      const needed = Number(command?.[1]) + (Number(SHUTDOWN_DELAY_MS) + Number(SHUTDOWN_TIMEOUT_MS)) / 1_000
      expect(needed).toBeGreaterThan(0)
      expect(podOf(deployment).spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed + 5)
    })
  })

  test('a rollout takes no replica away before a new one is ready', () => {
    each(deploymentsOf(variant(name)), ({ spec }) => {
      expect(spec?.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
    })
  })

  test('replicas are spread over nodes and zones', () => {
    each(deploymentsOf(variant(name)), (deployment) => {
      const { labels, spec } = podOf(deployment)
      const itself = { matchLabels: { 'app.kubernetes.io/name': labels['app.kubernetes.io/name'] } }
      const [apart] = spec.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
      expect(apart?.podAffinityTerm).toEqual({ topologyKey: 'kubernetes.io/hostname', labelSelector: itself })
      expect(spec.topologySpreadConstraints).toEqual([
        expect.objectContaining({ topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1, labelSelector: itself }),
      ])
    })
  })

  test('selectors find the pods of their own workload and no others', () => {
    const workloads = workloadsOf(variant(name)).filter(({ kind }) => kind !== 'Job')
    each(workloads, (workload) => {
      const selector = (workload as IDeployment).spec?.selector.matchLabels ?? {}
      const found = workloadsOf(variant(name)).filter((one) => matches(selector, podOf(one).labels))
      expect(found.map(nameOf)).toEqual([nameOf(workload)])
    })
  })

  test('every service, and a store of several, has a disruption budget that lets one replica go and no more', () => {
    const budgets = ofKind<IPodDisruptionBudget>(variant(name), 'PodDisruptionBudget')
    const stores = ofKind<IStatefulSet>(variant(name), 'StatefulSet').filter(({ spec }) => spec?.replicas !== 1)
    expect(namesOf(budgets)).toEqual([...SERVICES, ...namesOf(stores)].toSorted())
    each(budgets, ({ metadata, spec }) => {
      expect(spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: { 'app.kubernetes.io/name': metadata.name } },
      })
      const found = workloadsOf(variant(name)).filter((one) =>
        matches(spec?.selector?.matchLabels ?? {}, podOf(one).labels),
      )
      expect(found.map(({ metadata: { name } }) => name)).toEqual([metadata.name])
    })
  })

  test('services with gRPC are headless, so that callers see every replica', () => {
    const services = ofKind<IService>(variant(name), 'Service')
    each(WITH_DATABASE, (one) => {
      const service = services.find(({ metadata }) => metadata.name === one)
      expect(service?.spec).toMatchObject({ clusterIP: 'None', selector: { 'app.kubernetes.io/name': one } })
      expect(service?.spec?.publishNotReadyAddresses).toBeUndefined()
    })
    expect(services.find(({ metadata }) => metadata.name === 'gateway')?.spec?.type).toBe('ClusterIP')
  })

  test('every Service leads to a port that its pods have', () => {
    each(ofKind<IService>(variant(name), 'Service'), ({ spec, metadata }) => {
      const pods = workloadsOf(variant(name)).filter((one) => matches(spec?.selector ?? {}, podOf(one).labels))
      expect([metadata.name, pods.length]).toEqual([metadata.name, 1])
      const ports = pods.flatMap(containersOf).flatMap((container) => container.ports?.map((port) => port.name) ?? [])
      each(spec?.ports ?? [], ({ targetPort }) => expect(ports).toContain(targetPort))
    })
  })

  test('Prometheus finds the metrics of every service', () => {
    each(deploymentsOf(variant(name)), ({ spec }) =>
      expect(spec?.template.metadata?.annotations).toMatchObject({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': '9080',
        'prometheus.io/path': '/metrics',
      }),
    )
  })

  test('migrations come first, services before their callers, autoscalers and the ingress last', () => {
    const waveOf = ({ metadata }: Manifest): number =>
      Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0)
    const waves: Record<string, number> = { Job: 1, HorizontalPodAutoscaler: 6, Ingress: 6 }
    const services: Record<string, number> = {
      'ledger-svc': 2,
      'banking-svc': 3,
      'billing-svc': 3,
      'reporting-svc': 4,
      gateway: 5,
    }
    const expected = (one: Manifest): number =>
      (one.kind === 'Deployment' ? services[one.metadata.name ?? ''] : waves[one.kind]) ?? 0
    each(variant(name), (one) => expect([nameOf(one), waveOf(one)]).toEqual([nameOf(one), expected(one)]))
  })

  test('migrations are tried again, but not for ever', () => {
    each(ofKind<IJob>(variant(name), 'Job'), ({ spec }) => {
      expect(spec?.backoffLimit).toBeGreaterThan(0)
      expect(spec?.activeDeadlineSeconds).toBeGreaterThan(0)
      expect(spec?.template.spec?.restartPolicy).toBe('Never')
    })
  })
})

describe('overlays/dev', () => {
  test('has one replica of everything, and keeps the data of its stores', () => {
    const manifests = variant('overlays/dev')
    each([...deploymentsOf(manifests), ...ofKind<IStatefulSet>(manifests, 'StatefulSet')], ({ spec }) =>
      expect(spec?.replicas).toBe(1),
    )
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')).toEqual([])
    const stores = ofKind<IStatefulSet>(manifests, 'StatefulSet')
    expect(namesOf(stores)).toEqual(['files', 'nats', 'postgres'])
    each(stores, (store) => {
      expect(store.spec?.volumeClaimTemplates?.map(({ metadata }) => metadata?.name)).toEqual(['data'])
      expect(podOf(store).spec.containers[0]?.volumeMounts).toContainEqual(expect.objectContaining({ name: 'data' }))
    })
  })
})

describe.each(VARIANTS.filter((name) => name.includes('production')))('%s', (name) => {
  test('an autoscaler alone sets the number of replicas, two at least', () => {
    const autoscalers = ofKind<IHorizontalPodAutoscaler>(variant(name), 'HorizontalPodAutoscaler')
    expect(namesOf(autoscalers)).toEqual(SERVICES)
    each(autoscalers, ({ metadata, spec }) => {
      expect(spec?.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name })
      expect(spec?.minReplicas).toBeGreaterThanOrEqual(2)
      expect(spec?.maxReplicas).toBeGreaterThan(spec?.minReplicas ?? 0)
    })
    each(deploymentsOf(variant(name)), ({ spec }) => expect(spec?.replicas).toBeUndefined())
  })

  test('nothing with data runs in the cluster, but NATS where it is asked for', () => {
    const stores = ofKind<IStatefulSet>(variant(name), 'StatefulSet')
    expect(namesOf(stores)).toEqual(name === WITH_NATS ? ['nats'] : [])
  })

  test('the public API needs TLS, and has neither probes nor metrics', () => {
    const [ingress, ...others] = ofKind<IIngress>(variant(name), 'Ingress')
    expect(others).toEqual([])
    const hosts = ingress?.spec?.rules?.map(({ host }) => host)
    expect(ingress?.spec?.tls?.flatMap((tls) => tls.hosts)).toEqual(hosts)
    expect(ingress?.spec?.tls?.map(({ secretName }) => secretName)).toEqual([expect.any(String)])
    const paths = ingress?.spec?.rules?.flatMap(({ http }) => http?.paths ?? []) ?? []
    expect(paths.map(({ path }) => path).toSorted()).toEqual(
      [
        '/.well-known/jwks.json',
        '/.well-known/pacioli-seals.json',
        '/docs',
        '/oauth2',
        '/openapi.json',
        '/v1',
      ].toSorted(),
    )
    each(paths, ({ backend }) => expect(backend.service).toEqual({ name: 'gateway', port: { name: 'http' } }))
  })
})

describe(WITH_NATS, () => {
  const only = <T extends object>(kind: string): Manifest & T => {
    const found = ofKind<T>(variant(WITH_NATS), kind).filter(({ metadata }) => /^nats\b/.test(metadata.name))
    if (found.length !== 1 || !found[0]) throw new Error(`Expected one ${kind} of NATS, got ${found.length}`)
    return found[0]
  }
  const store = () => only<IStatefulSet>('StatefulSet')
  const configuration = (): string => only<IConfigMap>('ConfigMap').data?.['nats.conf'] ?? ''
  const namesWithPort = (port: number): string[] =>
    Array.from({ length: store().spec?.replicas ?? 0 }, (_, index) => `nats://nats-${index}.nats:${port}`)

  test('there are three, on nodes of their own and spread over zones, each with a volume', () => {
    const { spec } = store()
    expect(spec?.replicas).toBe(3)
    const itself = { matchLabels: { 'app.kubernetes.io/name': 'nats' } }
    const { affinity, topologySpreadConstraints, containers } = podOf(store()).spec
    expect(affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual([
      { topologyKey: 'kubernetes.io/hostname', labelSelector: itself },
    ])
    expect(topologySpreadConstraints).toEqual([
      expect.objectContaining({ topologyKey: 'topology.kubernetes.io/zone', maxSkew: 1, labelSelector: itself }),
    ])
    expect(spec?.volumeClaimTemplates?.map(({ metadata }) => metadata?.name)).toEqual(['data'])
    expect(containers[0]?.volumeMounts).toContainEqual({ name: 'data', mountPath: '/data' })
    expect(configuration()).toContain('store_dir: /data\n')
  })

  test('they start together and find each other before they are ready, and go one at a time, with time to hand over', () => {
    const { spec } = store()
    expect([spec?.podManagementPolicy, spec?.serviceName]).toEqual(['Parallel', 'nats'])
    expect(only<IService>('Service').spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
    const [grace = 0, duration = 0] = [...configuration().matchAll(/lame_duck_\w+: (\d+)s/g)].map(([, s]) => Number(s))
    expect(Math.min(grace, duration)).toBeGreaterThan(0)
    const { containers, terminationGracePeriodSeconds } = podOf(store()).spec
    expect(containers[0]?.lifecycle?.preStop?.exec?.command).toEqual(['/nats-server', '--signal', 'ldm=/tmp/nats.pid'])
    expect(configuration()).toContain('pid_file: /tmp/nats.pid\n')
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(grace + duration + 5)
  })

  test('services are told all of them, and keep everything on as many', () => {
    expect(settingsOf(variant(WITH_NATS), 'every-service')).toMatchObject({
      NATS_URL: namesWithPort(4222).join(),
      NATS_STREAM_REPLICAS: String(store().spec?.replicas),
    })
    expect(configuration()).toContain(`routes: [${namesWithPort(6222).join(', ')}]\n`)
  })

  test('they know the user that services are', () => {
    const { env = [] } = podOf(store()).spec.containers[0] ?? {}
    for (const key of ['NATS_USER', 'NATS_PASSWORD']) {
      expect(env).toContainEqual({ name: key, valueFrom: { secretKeyRef: { name: 'nats-secrets', key } } })
      expect(configuration()).toContain(`: $${key}\n`)
    }
  })
})

describe.each(VARIANTS.filter((name) => name.includes('components')))('%s', (name) => {
  test('every service authenticates with its own certificate, mounted as a whole', () => {
    each(deploymentsOf(variant(name)), (deployment) => {
      const { env = [], volumeMounts = [] } = serviceOf(deployment)
      const files = env.filter((one) => one.name.startsWith('GRPC_TLS_')).map((one) => [one.name, one.value])
      expect(Object.fromEntries(files)).toEqual({
        GRPC_TLS_CERT_FILE: '/etc/pacioli/tls/tls.crt',
        GRPC_TLS_KEY_FILE: '/etc/pacioli/tls/tls.key',
        GRPC_TLS_CA_FILE: '/etc/pacioli/tls/ca.crt',
      })
      expect(volumeMounts).toContainEqual({ name: 'tls', mountPath: '/etc/pacioli/tls', readOnly: true })
      const { volumes = [], securityContext } = podOf(deployment).spec
      // The files are root's: the group reads them.
      expect(volumes.find((volume) => volume.name === 'tls')?.secret).toEqual({
        secretName: `${deployment.metadata.name}-tls`,
        defaultMode: 0o440,
      })
      expect(securityContext?.fsGroup).toBe(securityContext?.runAsGroup)
    })
  })

  test('cert-manager makes the certificates that are mounted, for the names that callers use', () => {
    const certificates = ofKind<{ spec: { secretName: string; dnsNames?: string[]; usages?: string[] } }>(
      variant(name),
      'Certificate',
    )
    each(SERVICES, (service) => {
      const { spec } = certificates.find(({ metadata }) => metadata.name === service) ?? {}
      expect(spec?.secretName).toBe(`${service}-tls`)
      expect(spec?.dnsNames).toContain(service)
      expect(spec?.usages).toContain('client auth')
      expect(spec?.usages?.includes('server auth')).toBe(service !== 'gateway')
    })
  })
})

const matches = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).length > 0 && Object.entries(selector).every(([key, value]) => labels[key] === value)
