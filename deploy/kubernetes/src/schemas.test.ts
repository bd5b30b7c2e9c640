import { describe, expect, test } from 'vitest'
import { readManifests, type Manifest } from './manifests.ts'
import { problemsOf } from './schemas.ts'
import { rendered } from './variants.test-helpers.ts'
import { VARIANTS } from './variants.ts'

const variant = rendered()

const firstOf = (kind: string): Manifest => {
  const found = variant('overlays/production with all components').find((one) => one.kind === kind)
  if (!found) throw new Error(`Expected an object of kind ${kind}`)
  return structuredClone(found)
}

/** Where further keys may be: maps from names that people choose. */
const MAPS = ['annotations', 'data', 'labels', 'matchLabels', 'parameters', 'selector']

test.each(VARIANTS)('%s is what the schemas say', (name) => {
  expect(variant(name).flatMap(problemsOf)).toEqual([])
})

test('a field that Kubernetes does not have is found anywhere, in every kind', () => {
  const kinds = new Map(variant('overlays/dev with all components').map((one) => [one.kind, one]))
  const inProduction = variant('overlays/cloudnative-pg').map((one): [string, Manifest] => [one.kind, one])
  const accepted = new Set<string>()
  let tried = 0
  for (const [, original] of new Map([...kinds, ...inProduction])) {
    const manifest = structuredClone(original)
    for (const { name, object } of objectsIn(manifest)) {
      object.surplus = 'no'
      if (problemsOf(manifest).length === 0) accepted.add(name)
      delete object.surplus
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(200)
  expect([...accepted].toSorted()).toEqual(MAPS)
})

test('the place of an unknown field is reported', () => {
  const deployment = firstOf('Deployment') as Manifest & { spec: { template: { spec: { containers: object[] } } } }
  Object.assign(deployment.spec.template.spec.containers[0] ?? {}, { livenesProbe: { exec: {} } })
  expect(problemsOf(deployment)[0]).toBe(
    `Deployment ${deployment.metadata.name}: /spec/template/spec/containers/0/livenesProbe is unknown to the schema`,
  )
})

describe('refused is', () => {
  test.each([
    ['a number as text', 'Deployment', { spec: { ...specOf(), minReadySeconds: '5' } }, 'minReadySeconds'],
    ['what lacks a required field', 'Deployment', { spec: { template: {} } }, 'selector'],
    ['a value that is none of the known ones', 'Deployment', { kind: 'Deploymnt' }, 'no schema'],
    ['a version that is gone', 'PodDisruptionBudget', { apiVersion: 'policy/v1beta1' }, 'no schema'],
  ])('%s', (_what, kind, change, expected) => {
    expect(problemsOf({ ...firstOf(kind), ...change }).join('\n')).toContain(expected)
  })

  test('a duplicate key', () => {
    expect(() => readManifests('apiVersion: v1\nkind: Secret\nkind: Secret\nmetadata: { name: a }\n')).toThrow('unique')
  })

  test('what is no object of Kubernetes', () => {
    expect(() => readManifests('a: 1\n')).toThrow('Expected apiVersion, kind and metadata.name, got {"a":1}')
  })
})

function specOf(): object {
  return { selector: {}, template: {} }
}

/** Every object in a value, with the field that it is in. */
function objectsIn(value: unknown, name = ''): { name: string; object: Record<string, unknown> }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, field]) => objectsIn(field, /^\d+$/.test(key) ? name : key))
  return Array.isArray(value) ? below : [{ name, object: value as Record<string, unknown> }, ...below]
}
