import { Problems } from '@pacioli/errors'
import type { TagDefinition } from '@pacioli/ledger-facts'
import type { AskedTag } from '@pacioli/postings'
import { expect, test } from 'vitest'
import { remainingTags, tagsAfter, type TagChange } from './tag-change.ts'
import type { DocumentTag } from './tags.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

const asked = (key: string, value: string): AskedTag => ({
  definitionId: `${key}=${value}`,
  dimensionId: key,
  key,
  value,
  dimensionDisplayName: null,
  valueDisplayName: null,
  strictness: 'NON_BALANCING',
})

const carried: DocumentTag[] = ['team=Field', 'place=Here'].map((definitionId) => ({
  id: `tag ${definitionId}`,
  dimensionId: definitionId.split('=')[0] ?? '',
  definitionId,
  createdAt: NOW,
}))

/** `team=Field` has been renamed. */
const names = new Map(
  [{ ...asked('team', 'Field'), value: 'Outdoors' }, asked('place', 'Here')].map((tag): [string, TagDefinition] => [
    tag.definitionId,
    { ...tag, archivedAt: null },
  ]),
)

const remove = (key: string, value: string): TagChange => ({ kind: 'remove', names: [{ key, value }] })
const APPLY: TagChange = { kind: 'apply', inputs: [] }
const making = { newId: () => 'new', now: NOW, names }

test('a tag is removed by its current name; missing ones are ignored', () => {
  expect(remainingTags(carried, remove('team', 'Outdoors'), names)).toEqual(carried.slice(1))
  for (const change of [remove('team', 'Field'), remove('team', 'Shop'), remove('none', 'Here'), APPLY])
    expect(remainingTags(carried, change, names)).toBe(carried)
})

test('applied tags are added, and existing ones change nothing', () => {
  const problems = new Problems()
  const apply = (...added: AskedTag[]) =>
    tagsAfter(
      carried,
      APPLY,
      added.map((tag) => ({ tag, field: 'entity_ids.0' })),
      making,
      problems,
    )
  expect(apply(asked('season', 'Spring'))).toEqual([
    ...carried,
    { id: 'new', dimensionId: 'season', definitionId: 'season=Spring', createdAt: NOW },
  ])
  expect(apply(asked('team', 'Field'), asked('place', 'Here'))).toBe(carried)
  problems.throwIfAny()
  apply(asked('team', 'Shop'))
  expect(() => problems.throwIfAny()).toThrow('team is Outdoors here already')
})
