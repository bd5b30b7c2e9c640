/** The databases that CloudNativePG runs, as far as its schema does not say it. */
import type { ICluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { expect, test } from 'vitest'
import { ofKind } from './manifests.ts'
import { rendered } from './variants.test-helpers.ts'

const variant = rendered()
const manifests = () => variant('overlays/cloudnative-pg')

/** Of one replica, at most: docs/OPERATIONS.md, "PostgreSQL". */
const CONNECTIONS: Record<string, number> = {
  'ledger-svc': 21,
  'banking-svc': 21,
  'billing-svc': 21,
  'reporting-svc': 32,
}
/** For migrations, operators, the standbys and a superuser. */
const OTHERS = 50

const cluster = (): NonNullable<ICluster['spec']> => {
  const [found, ...others] = ofKind<ICluster>(manifests(), 'Cluster')
  expect(others).toEqual([])
  if (!found?.spec) throw new Error('Expected one Cluster')
  return found.spec
}

test('a write is acknowledged once two servers have it, each on a node of its own, and a third can take over from either', () => {
  const { instances, affinity, postgresql, enablePDB } = cluster()
  expect(instances).toBe(3)
  expect(enablePDB).toBe(true)
  expect(affinity).toMatchObject({ podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' })
  expect(postgresql?.synchronous).toEqual({
    method: 'any',
    number: 1,
    dataDurability: 'required',
    failoverQuorum: true,
  })
})

test('there are connections for as many replicas as there may be', () => {
  const scaled = ofKind<IHorizontalPodAutoscaler>(manifests(), 'HorizontalPodAutoscaler').map(
    ({ metadata, spec }): [string, number] => [metadata.name, (spec?.maxReplicas ?? 0) + 1],
  )
  expect(scaled.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(CONNECTIONS)))
  const needed = scaled.reduce((sum, [name, replicas]) => sum + replicas * (CONNECTIONS[name] ?? 0), OTHERS)
  expect(Number(cluster().postgresql?.parameters?.max_connections)).toBeGreaterThanOrEqual(needed)
})
