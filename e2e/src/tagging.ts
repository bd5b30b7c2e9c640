/** Tags of one business, in the terms of tests. */
import type { Books } from './books.ts'
import type { AppliedTag, TagDimension } from './answers.ts'

export interface TagName {
  key: string
  value: string
}

/** What an entity carries, as `key=value`. */
export const shown = (tags: readonly AppliedTag[]): string[] => tags.map(({ key, value }) => `${key}=${value}`)

export class Tagging {
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  create(body: unknown, headers: Record<string, string> = {}) {
    return this.books.api.call('createTagDimension', { body, headers })
  }

  async dimension(key: string, more: object = {}): Promise<TagDimension> {
    return (await this.create({ key, ...more })).body.data
  }

  async read(dimensionId: string): Promise<TagDimension> {
    return (await this.books.api.call('getTagDimension', { path: { dimensionId } })).body.data
  }

  update(dimensionId: string, body: unknown) {
    return this.books.api.call('updateTagDimension', { path: { dimensionId }, body })
  }

  delete(dimensionId: string) {
    return this.books.api.call('deleteTagDimension', { path: { dimensionId } })
  }

  createValue(dimensionId: string, body: unknown) {
    return this.books.api.call('createTagValue', { path: { dimensionId }, body })
  }

  updateValue(definitionId: string, body: unknown) {
    return this.books.api.call('updateTagValue', { path: { definitionId }, body })
  }

  apply(entity_type: string, entity_ids: string[], ...key_values: object[]) {
    return this.books.api.call('applyTags', { body: { entity_type, entity_ids, key_values } })
  }

  remove(entity_type: string, entity_ids: string[], ...key_values: TagName[]) {
    return this.books.api.call('removeTags', { body: { entity_type, entity_ids, key_values } })
  }

  /** The tags of an entry and of each of its lines. */
  async of(entryId: string): Promise<[string[], string[][]]> {
    const { transaction_tags, line_items } = await this.books.entry(entryId)
    return [shown(transaction_tags), line_items.map((line) => shown(line.transaction_tags))]
  }
}
