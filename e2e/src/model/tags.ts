/** Tags of BALANCING dimensions on documents, put on and taken off again. */
import type { ErrorEnum } from '@pacioli/errors'
import fc from 'fast-check'
import { at, type Action } from './action.ts'

/** Of each document that has one its value. */
export type Tags = Record<string, string>

export type TagCommand = { type: 'tag'; kind: string; document: number; value: string; isTakenOff: boolean }

export const tagging = (kinds: readonly string[]): fc.Arbitrary<TagCommand> =>
  fc.record({
    type: fc.constant('tag'),
    kind: fc.constantFrom(...kinds),
    document: fc.nat({ max: 5 }),
    value: fc.constantFrom('north', 'south'),
    isTakenOff: fc.constantFrom(false, false, true),
  })

/** @param ids of the documents of this kind @param closed why the document carries what it carries for ever, if it does */
export function tag<Model extends { tags: Tags }>(
  { kind, document, value, isTakenOff }: TagCommand,
  ids: readonly string[],
  closed: (model: Model, id: string) => ErrorEnum | undefined,
): Action<Model> | undefined {
  const id = at(ids, document)
  if (id === undefined) return undefined
  const key_values = [{ key: `${kind.toLowerCase()}_region`, value }]
  const isOther = ({ tags }: Model): boolean => !isTakenOff && (tags[id] ?? value) !== value
  return {
    operation: isTakenOff ? 'removeTags' : 'applyTags',
    call: { body: { entity_type: kind, entity_ids: [id], key_values } },
    ending: (model) => closed(model, id) ?? (isOther(model) ? 'DuplicateTagDimension' : 'done'),
    apply: ({ tags }) => {
      if (!isTakenOff) tags[id] = value
      else if (tags[id] === value) delete tags[id]
    },
  }
}
