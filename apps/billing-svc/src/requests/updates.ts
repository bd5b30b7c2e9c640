/** Updates of documents: undefined leaves a field as it is, null removes it. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { collectProblems, Problems } from '@pacioli/errors'
import type { Books } from '@pacioli/postings'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { keptMetadata } from './metadata.ts'
import type { Remarks } from './remarks.ts'
import { RequestReader, type Field } from './request-reader.ts'

/** Fields that an update of any document can clear. */
const CLEARABLE = ['external_id', 'memo', 'metadata', 'reference_number'] as const

type UpdateInput = { [Name in (typeof CLEARABLE)[number]]?: string } & {
  tags?: { items: TagKeyValue__Output[] } | null
  cleared: string[]
}

/** Reads an update: a field that it clears is null. */
export class UpdateReader<Input extends UpdateInput> extends RequestReader<Input> {
  /** @param clearable further fields that can be cleared */
  constructor(input: Input, clearable: readonly (keyof Input & string)[]) {
    super(input, '', new Problems())
    const known: readonly string[] = [...CLEARABLE, ...clearable]
    for (const field of input.cleared)
      if (!known.includes(field))
        this.refuse(field, 'This is always there: it can be another one, and not be taken away.', null)
  }

  /** What is read, or null where the field is cleared. */
  unlessCleared<Value>(name: keyof Input & string, read: () => Value): Value | null {
    return this.input.cleared.includes(name) ? null : read()
  }

  /** Text, or null where the field is cleared. */
  text<Name extends string>(this: UpdateReader<UpdateInput & Field<Name, string>>, name: Name) {
    return this.unlessCleared(name, () => this.input[name])
  }

  /** What every document has. */
  head() {
    return {
      externalId: this.text('external_id'),
      tags: this.input.tags?.items,
      memo: this.text('memo'),
      metadata: this.text('metadata'),
      referenceNumber: this.text('reference_number'),
    }
  }
}

type HeadUpdate = ReturnType<UpdateReader<UpdateInput>['head']>

/** The list after an update: an equal one is the same object, which is not written again. */
export const updatedList = <List extends readonly unknown[]>(requested: List | undefined, before: List): List =>
  requested === undefined || isDeepStrictEqual(requested, before) ? before : requested

type Head = Remarks & { externalId: string | null; tags: readonly DocumentTag[] }

/** The value after an update. */
export const updatedValue = <Value>(requested: Value | undefined, before: Value): Value =>
  requested === undefined ? before : requested

/** What every document has, after an update. Every problem is added to `problems`. */
export function updatedHead(
  before: Head,
  { externalId, tags, memo, metadata, referenceNumber }: HeadUpdate,
  { books, newId, now }: Making & { books: Books },
  problems: Problems,
): Head {
  const making = { newId, now, existing: before.tags }
  return {
    externalId: updatedValue(externalId, before.externalId),
    tags: tags ? (collectProblems(problems, () => tagsFrom(tags, books, making, 'tags')) ?? []) : before.tags,
    memo: updatedValue(memo, before.memo),
    metadata: keptMetadata(updatedValue(metadata, before.metadata), before.metadata),
    referenceNumber: updatedValue(referenceNumber, before.referenceNumber),
  }
}
