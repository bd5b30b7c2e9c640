import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import type { Books } from '../books/books.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { MAX_LINE_TAGS_PER_ENTRY, type JournalEntry } from '../journal/journal-entry.ts'
import { sampleEntry, sampleLine } from '../journal/sample-entry.test-helpers.ts'
import { MAX_TAGS_PER_LINE, refuseTooMuch, retag, type Target, type TagChange } from './retag.ts'
import type { AppliedTag, TagDefinition } from '../tags/tag.ts'

let ids = 0
const newId = (): string => `new ${(ids += 1)}`

const definition = (key: string, value: string, more: Partial<TagDefinition> = {}): TagDefinition => ({
  dimensionId: key,
  key,
  dimensionDisplayName: null,
  strictness: 'NON_BALANCING',
  balancingEpoch: null,
  definitionId: `${key}=${value}`,
  value,
  valueDisplayName: null,
  archivedAt: null,
  archivedEpoch: null,
  ...more,
})
const balancing = { strictness: 'BALANCING', balancingEpoch: 1 } as const
const on = (...definitions: TagDefinition[]): AppliedTag[] => definitions.map((one) => ({ ...one, id: newId() }))

const [north, south, blue] = [definition('site', 'north'), definition('site', 'south'), definition('team', 'blue')]
const fund = definition('fund', 'a', balancing)

const entry = (id: string, more: Partial<JournalEntry> = {}, lineTags: AppliedTag[][] = [[], []]): JournalEntry =>
  sampleEntry({
    id,
    lines: (['DEBIT', 'CREDIT'] as const).map((direction, position) =>
      sampleLine({ id: `${id}.${position}`, account: {} as Account, direction, tags: lineTags[position] ?? [] }),
    ),
    ...more,
  })

const books = (closedThrough: string | null = null): Books => ({
  businessId: 'b',
  clientId: 'c',
  ledgerId: 'l',
  timeZone: 'UTC',
  currency: 'USD',
  archivedAt: null,
  archivedEpoch: null,
  defaultReportingBasis: null,
  epoch: 9,
  closedThrough: closedThrough === null ? null : new Date(closedThrough),
  closedEpoch: 9,
  chart: { accounts: [], byId: new Map(), byStableName: new Map() } as unknown as Books['chart'],
})

const apply = (...definitions: TagDefinition[]): TagChange => ({ kind: 'apply', definitions })
const remove = (...definitions: TagDefinition[]): TagChange => ({ kind: 'remove', definitions })
const whole = (entryId: string): Target => ({ entryId, lineId: null, field: 'entity_ids.0' })
const lineOf = (entryId: string, position: number, index = position): Target => ({
  entryId,
  lineId: `${entryId}.${position}`,
  field: `entity_ids.${index}`,
})

const changed = (entries: JournalEntry[], targets: Target[], change: TagChange, closed: string | null = null) =>
  retag(new Map(entries.map((one) => [one.id, one])), targets, change, { books: books(closed), newId })

const refusals = (...given: Parameters<typeof changed>): [string, unknown][] => {
  try {
    changed(...given)
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return []
}

const names = (tags: readonly AppliedTag[]): string[] => tags.map(({ definitionId }) => definitionId)
const shown = (one: JournalEntry | undefined) => [names(one?.tags ?? []), one?.lines.map(({ tags }) => names(tags))]

describe('applying', () => {
  test('to an entry puts the tag on it and on all of its lines', () => {
    const [after] = changed([entry('e')], [whole('e')], apply(north, blue))
    expect(shown(after)).toEqual([
      ['site=north', 'team=blue'],
      [
        ['site=north', 'team=blue'],
        ['site=north', 'team=blue'],
      ],
    ])
    expect(after?.tagRevision).toBe(1)
  })

  test('to a line leaves the entry and the other lines alone', () => {
    const [after] = changed([entry('e')], [lineOf('e', 1)], apply(north))
    expect(shown(after)).toEqual([[], [[], ['site=north']]])
  })

  test('a tag that is there already changes nothing, archived or not', () => {
    const archived = definition('site', 'north', { archivedAt: new Date(0), archivedEpoch: 1 })
    const tagged = entry('e', { tags: on(archived) }, [on(archived), on(archived)])
    expect(changed([tagged], [whole('e')], apply(archived))).toEqual([])
    expect(changed([tagged], [lineOf('e', 0)], apply(archived))).toEqual([])
  })

  test('to an entry includes a line that had the tag of its own', () => {
    const [after] = changed([entry('e', {}, [on(north), []])], [whole('e')], apply(north))
    expect(shown(after)).toEqual([['site=north'], [['site=north'], ['site=north']]])
  })

  test('an archived value is refused', () => {
    const archived = definition('site', 'north', { archivedAt: new Date(0), archivedEpoch: 1 })
    expect(refusals([entry('e')], [lineOf('e', 0)], apply(archived))).toEqual([['TagValueArchived', 'entity_ids.0']])
  })

  test('another value of a dimension is refused, on the entry or on one of its lines', () => {
    const tagged = entry('e', {}, [on(south), []])
    for (const target of [whole('e'), lineOf('e', 0)])
      expect(refusals([tagged], [target], apply(north))).toEqual([['DuplicateTagDimension', 'entity_ids.0']])
    expect(refusals([tagged], [lineOf('e', 1)], apply(north))).toEqual([])
  })

  test('more tags than a line takes are refused', () => {
    const many = Array.from({ length: MAX_TAGS_PER_LINE - 1 }, (_, index) => definition(`k${index}`, 'x'))
    const tagged = entry('e', {}, [on(...many), []])
    expect(refusals([tagged], [lineOf('e', 0)], apply(north))).toEqual([])
    expect(refusals([tagged], [lineOf('e', 0)], apply(north, blue))).toEqual([['PayloadTooLarge', 'entity_ids.0']])
  })

  test('more tags than the lines of an entry take together are refused', () => {
    const { lines } = entry('e')
    const wide = entry('e', { lines: Array.from({ length: MAX_LINE_TAGS_PER_ENTRY / 2 }, () => lines).flat() })
    expect(refusals([wide], [whole('e')], apply(north))).toEqual([])
    expect(refusals([wide], [whole('e')], apply(north, blue))).toEqual([['PayloadTooLarge', 'entity_ids.0']])
  })
})

describe('removing', () => {
  test('from an entry takes the tag off its lines too', () => {
    const tagged = entry('e', { tags: on(north) }, [on(north, blue), on(north)])
    const [after] = changed([tagged], [whole('e')], remove(north))
    expect(shown(after)).toEqual([[], [['team=blue'], []]])
  })

  test('from an entry without it leaves it on lines that have it', () => {
    expect(changed([entry('e', {}, [on(north), []])], [whole('e')], remove(north))).toEqual([])
  })

  test('from a line removes its own tags, not those of its entry', () => {
    const own = entry('e', { tags: on(blue) }, [on(north, blue), on(blue)])
    expect(shown(changed([own], [lineOf('e', 0)], remove(north))[0])).toEqual([
      ['team=blue'],
      [['team=blue'], ['team=blue']],
    ])
    expect(refusals([own], [lineOf('e', 0)], remove(blue))).toEqual([['TagInherited', 'entity_ids.0']])
  })
})

describe('an entry and its reversal', () => {
  const pair = (tags: AppliedTag[][] = [[], []]) => [
    entry('e', { reversalId: 'r' }, tags),
    entry('r', { reversalOfId: 'e' }, tags),
  ]

  test.each(['e', 'r'])('change together, whichever is named: %s', (id) => {
    for (const [target, expected] of [
      [whole(id), [['site=north'], [['site=north'], ['site=north']]]],
      [lineOf(id, 1), [[], [[], ['site=north']]]],
    ] as const) {
      const after = changed(pair(), [target], apply(north))
      expect(after.map((one) => one.id).sort()).toEqual(['e', 'r'])
      for (const one of after) expect(shown(one)).toEqual(expected)
    }
  })

  test('change once when both are named', () => {
    const after = changed(pair(), [whole('e'), { ...whole('r'), field: 'entity_ids.1' }], apply(north))
    expect(after.map(({ tagRevision }) => tagRevision)).toEqual([1, 1])
  })

  test('keep their tags when one of them is in a closed period', () => {
    const [original, reversal] = pair()
    const later = { ...(reversal as JournalEntry), entryAt: new Date('2026-03-01T00:00:00Z') }
    const closed = '2026-01-31T23:59:59.999Z'
    expect(refusals([original as JournalEntry, later], [whole('r')], apply(north), closed)).toEqual([
      ['PeriodClosed', 'entity_ids.0'],
    ])
  })
})

describe('what keeps its tags', () => {
  test('an entry at the last closed instant does, one after it does not', () => {
    const at = (closed: string) => refusals([entry('e')], [whole('e')], apply(north), closed)
    expect(at('2026-01-15T00:00:00.000Z')).toEqual([['PeriodClosed', 'entity_ids.0']])
    expect(at('2026-01-14T23:59:59.999Z')).toEqual([])
  })

  test('an entry of a document or a closing does', () => {
    const owned = entry('e', { sourceType: 'bill', sourceId: '1' })
    expect(refusals([owned], [lineOf('e', 0)], apply(north))).toEqual([['EntryOwned', 'entity_ids.0']])
  })

  test('a request that changes nothing of them is fine', () => {
    const owned = entry('e', { sourceType: 'bill', sourceId: '1', tags: on(north) }, [on(north), on(north)])
    expect(refusals([owned], [whole('e')], apply(north), '2026-12-31T00:00:00Z')).toEqual([])
    expect(refusals([owned], [whole('e')], remove(blue), '2026-12-31T00:00:00Z')).toEqual([])
  })
})

describe('under a BALANCING dimension', () => {
  test('all lines of an entry may be tagged, one alone may not', () => {
    expect(refusals([entry('e')], [lineOf('e', 0)], apply(fund))).toEqual([['BalancingTagViolation', 'entity_ids.0']])
    expect(refusals([entry('e')], [lineOf('e', 0), lineOf('e', 1)], apply(fund))).toEqual([])
    expect(refusals([entry('e')], [whole('e')], apply(fund))).toEqual([])
  })

  test('lines that balance lose their tags together', () => {
    const tagged = entry('e', {}, [on(fund), on(fund)])
    expect(refusals([tagged], [lineOf('e', 1)], remove(fund))).toEqual([['BalancingTagViolation', 'entity_ids.1']])
    expect(refusals([tagged], [lineOf('e', 0), lineOf('e', 1)], remove(fund))).toEqual([])
  })

  test('other tags of an entry that was accepted out of balance may change', () => {
    expect(refusals([entry('e', {}, [on(fund), []])], [whole('e')], apply(north))).toEqual([])
  })
})

describe('a request', () => {
  const placesOf = (count: number, lineId: string | null) =>
    new Map(Array.from({ length: count }, (_, index) => [`${index}`, { lineId: lineId && `${lineId}${index}` }]))
  const refusal = (lines: number, places: ReturnType<typeof placesOf>, tagCount: number): unknown => {
    try {
      refuseTooMuch(lines, places, tagCount)
    } catch (error) {
      if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
      throw error
    }
    return undefined
  }

  test('changes entries of at most 10,000 lines', () => {
    expect(refusal(10_000, placesOf(10, null), 1)).toBeUndefined()
    expect(refusal(10_001, placesOf(11, null), 1)).toEqual(['PayloadTooLarge', 'entity_ids'])
    expect(refusal(10_001, placesOf(2, 'line'), 1)).toEqual(['PayloadTooLarge', 'entity_ids'])
  })

  test('changes at most 10,000 tags, each tag of an entry counting once per line', () => {
    const tooManyTags = ['PayloadTooLarge', 'key_values']
    expect([refusal(5_000, placesOf(5, null), 2), refusal(5_001, placesOf(6, null), 2)]).toEqual([
      undefined,
      tooManyTags,
    ])
    expect([refusal(9_000, placesOf(1_000, 'line'), 10), refusal(9_000, placesOf(1_001, 'line'), 10)]).toEqual([
      undefined,
      tooManyTags,
    ])
  })
})
