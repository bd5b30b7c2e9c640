import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IContainer, IPodSpec } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'

/** Any object of Kubernetes, as far as all of them are alike. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
}

/** What makes pods, as far as these are concerned. */
export type Workload = Manifest & (IDeployment | IStatefulSet | IJob)

/**
 * The objects of a rendered text.
 * @throws Error if it is no YAML, has a key twice, or contains something that is no object of Kubernetes
 */
export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    const [problem] = document.errors
    if (problem) throw problem
    const given = document.toJS() as Partial<Manifest> | null
    if (!given?.apiVersion || !given.kind || !given.metadata?.name)
      throw new Error(`Expected apiVersion, kind and metadata.name, got ${JSON.stringify(given)?.slice(0, 200)}`)
    return given as Manifest
  })
}

export const describe = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

/** All of a kind, with the type that the caller knows it to have. */
export const ofKind = <T extends object>(manifests: readonly Manifest[], kind: string): (Manifest & T)[] =>
  manifests.filter((one): one is Manifest & T => one.kind === kind)

export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'Pod'].flatMap((kind) =>
    ofKind<IDeployment>(manifests, kind),
  )

export function podOf(workload: Workload): { labels: Record<string, string>; spec: IPodSpec } {
  const template = workload.spec?.template
  if (!template?.spec) throw new Error(`Expected a pod template in ${describe(workload)}, got none`)
  return { labels: template.metadata?.labels ?? {}, spec: template.spec }
}

/** Every container that ever runs in it. */
export function containersOf(workload: Workload): IContainer[] {
  const { spec } = podOf(workload)
  return [...(spec.initContainers ?? []), ...spec.containers]
}
