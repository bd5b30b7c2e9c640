/**
 * Tags: a dimension (`key`) has values, and a value applied to an entry or a line is a tag. One value per dimension on
 * a line. Definitions that an input names and that do not exist are created.
 */
import type { Problems } from '@pacioli/errors'

export type TagInput = {
  key: string
  value: string
  dimension_display_name?: string | undefined
  value_display_name?: string | undefined
  /** The definition that a document of another service carries, whether renamed or archived since. */
  definition_id?: string | undefined
}

/** BALANCING: the lines of an entry that carry a value of the dimension balance among themselves. */
export type Strictness = 'BALANCING' | 'NON_BALANCING'

/** What applying a value needs of its dimension. */
export type TagDimension = {
  id: string
  displayName: string | null
  strictness: Strictness
  /** The epoch of the books since which it is BALANCING; null while it is not. */
  balancingEpoch: number | null
}

/** A tag value as it is defined. */
export type TagDefinition = {
  dimensionId: string
  key: string
  dimensionDisplayName: string | null
  strictness: Strictness
  /** The epoch of the books since which the dimension is BALANCING; null while it is not. */
  balancingEpoch: number | null
  definitionId: string
  value: string
  valueDisplayName: string | null
  archivedAt: Date | null
  /** The epoch of the books in which the value was archived; null while it is not. */
  archivedEpoch: number | null
}

/** A tag value on an entry or a line. */
export type AppliedTag = TagDefinition & { id: string }

/** What posting entries has to define first. */
export type NewDefinitions = {
  dimensions: { id: string; key: string; displayName: string | null }[]
  values: { id: string; dimensionId: string; key: string; value: string; displayName: string | null }[]
}

/** Dimensions by key and definitions by key and value, of those that a request names. */
export type KnownTags = {
  dimensions: ReadonlyMap<string, TagDimension>
  definitions: ReadonlyMap<string, TagDefinition>
}

/** The order in which tags are shown. */
export const inKeyOrder = (tags: readonly AppliedTag[]): AppliedTag[] =>
  tags.toSorted((one, other) => (one.key < other.key ? -1 : 1))

export const NO_TAGS: KnownTags = { dimensions: new Map(), definitions: new Map() }

/** Keys and values may hold any character, so they are joined as JSON. */
export const tagName = (key: string, value: string): string => JSON.stringify([key, value])

/** The key of a definition that is named by its id; no `tagName` equals it. */
const idName = (definitionId: string): string => JSON.stringify([definitionId.toLowerCase()])

/**
 * Adds the definitions that inputs name by id, whatever they are called now. One that was deleted since is found by name,
 * or created.
 */
export const withDefinitionsById = (known: KnownTags, byId: ReadonlyMap<string, TagDefinition>): KnownTags => ({
  ...known,
  definitions: new Map([...known.definitions, ...[...byId].map(([id, one]) => [idName(id), one] as const)]),
})

/** Whether a value was archived before the decision. */
export const isArchived = ({ archivedAt, archivedEpoch }: TagDefinition, decisionEpoch: number): boolean =>
  archivedAt !== null && decisionEpoch >= (archivedEpoch ?? 0)

export const archivedText = ({ key, value }: { key: string; value: string }): string =>
  `${key} = ${value} is archived and cannot be applied.`

/** Turns tag inputs into applied tags, and collects the definitions to create for them. */
export class TagResolver {
  readonly #known: KnownTags
  readonly #newId: () => string
  readonly #decisionEpoch: number
  readonly #dimensions = new Map<string, TagDimension>()
  readonly #definitions = new Map<string, TagDefinition>()
  readonly created: NewDefinitions = { dimensions: [], values: [] }

  /** @param decisionEpoch the epoch that was decided under, if earlier */
  constructor(known: KnownTags, newId: () => string, decisionEpoch = Infinity) {
    this.#known = known
    this.#newId = newId
    this.#decisionEpoch = decisionEpoch
  }

  /**
   * The tags of one entry or line; `inherited` are those of the entry, which its lines carry too. An archived value is not
   * applied, unless a document carries it already.
   */
  apply(
    inputs: readonly TagInput[],
    inherited: readonly AppliedTag[],
    field: string,
    problems: Problems,
  ): AppliedTag[] {
    const applied = inherited.map((tag) => ({ ...tag, id: this.#newId() }))
    inputs.forEach((input, index) => {
      const definition = this.define(input)
      const rival = applied.find((tag) => tag.dimensionId === definition.dimensionId)
      const at = { field: `${field}.${index}`, value: input.value }
      const isById = input.definition_id === definition.definitionId
      if (!isById && isArchived(definition, this.#decisionEpoch))
        problems.add('TagValueArchived', archivedText(input), at)
      else if (!rival) applied.push({ ...definition, id: this.#newId() })
      else if (rival.definitionId !== definition.definitionId)
        problems.add(
          'DuplicateTagDimension',
          `${input.key} is ${rival.value} here already; a line has one value of a dimension.`,
          at,
        )
    })
    return inKeyOrder(applied)
  }

  /** The definition an input names, to be created if it does not exist. */
  define(input: TagInput): TagDefinition {
    const name = tagName(input.key, input.value)
    const { definition_id: id } = input
    const byId = id === undefined ? undefined : this.#known.definitions.get(idName(id))
    const found = byId ?? this.#known.definitions.get(name) ?? this.#definitions.get(name)
    if (found) return found
    const dimension = this.#dimension(input)
    const definition: TagDefinition = {
      dimensionId: dimension.id,
      key: input.key,
      dimensionDisplayName: dimension.displayName,
      strictness: dimension.strictness,
      balancingEpoch: dimension.balancingEpoch,
      definitionId: this.#newId(),
      value: input.value,
      valueDisplayName: input.value_display_name ?? null,
      archivedAt: null,
      archivedEpoch: null,
    }
    this.#definitions.set(name, definition)
    this.created.values.push({
      id: definition.definitionId,
      dimensionId: dimension.id,
      key: input.key,
      value: input.value,
      displayName: definition.valueDisplayName,
    })
    return definition
  }

  #dimension(input: TagInput): TagDimension {
    const found = this.#known.dimensions.get(input.key) ?? this.#dimensions.get(input.key)
    if (found) return found
    const dimension: TagDimension = {
      id: this.#newId(),
      displayName: input.dimension_display_name ?? null,
      strictness: 'NON_BALANCING',
      balancingEpoch: null,
    }
    this.#dimensions.set(input.key, dimension)
    this.created.dimensions.push({ id: dimension.id, key: input.key, displayName: dimension.displayName })
    return dimension
  }
}
