import { Certificate, Issuer } from '@kubernetes-models/cert-manager/cert-manager.io/v1'
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1'
import { describe, type Manifest } from './manifests.ts'

type Model = { apiVersion: string; kind: string; prototype: { validate: () => void } }

const MODELS: readonly Model[] = [
  Certificate,
  Cluster,
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Issuer,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
]

/** The violations of the schema of an object's kind, each with its place. */
export function problemsOf(manifest: Manifest): string[] {
  const model = MODELS.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind)
  if (!model)
    return [
      `${describe(manifest)}: no schema of ${manifest.apiVersion} ${manifest.kind} is known; add it to schemas.ts`,
    ]
  const read = new Set<string>()
  const problems: string[] = []
  try {
    model.prototype.validate.call(watched(unfolded(manifest), '', read))
  } catch (error) {
    problems.push(`${describe(manifest)}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const unknown = pathsOf(manifest, '').filter((path) => !read.has(path))
  return [...problems, ...unknown.map((path) => `${describe(manifest)}: ${path} is unknown to the schema`)]
}

/** Renderers fold long base64 over several lines, which Kubernetes takes and the schema's format does not. */
function unfolded(manifest: Manifest & { data?: Record<string, string> }): Manifest {
  if (manifest.kind !== 'Secret' || !manifest.data) return manifest
  const data = Object.entries(manifest.data).map(([name, value]) => [name, value.replaceAll('\n', '')])
  return { ...manifest, data: Object.fromEntries(data) as Record<string, string> } as Manifest
}

/**
 * The same value, recording which of its fields are read. The package's validators allow further fields and read every
 * field they know: one that none of them has read is unknown to Kubernetes.
 */
function watched(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key) {
      const field: unknown = Reflect.get(target, key)
      if (typeof key !== 'string') return field
      read.add(`${path}/${key}`)
      return watched(field, `${path}/${key}`, read)
    },
  })
}

/** Where all of its fields are, those of its fields included. */
function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) => [`${path}/${key}`, ...pathsOf(field, `${path}/${key}`)])
}
