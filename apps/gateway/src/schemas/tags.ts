import { Type } from 'typebox'
import { AppliedTag } from './applied-tag.ts'
import {
  Always,
  Body,
  instant,
  ListOf,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  refTo,
  Resource,
  TagInput,
  Text,
  Uuid,
  uuid,
} from './parts.ts'

const Strictness = OneOf(['BALANCING', 'NON_BALANCING'], {
  description:
    'BALANCING: in every journal entry the lines that carry one of its values must balance for each value. ' +
    'NON_BALANCING: no such restriction.',
})

/** How many values a dimension is made with, and shown with. */
const MAX_DEFINED_VALUES = 1_000

export const TagValue = Resource(
  {
    type: Always('TagValue'),
    id: Type.String(uuid),
    key: Type.String({ description: 'The key of its dimension.' }),
    value: Type.String(),
    display_name: Null(Type.String()),
    archived_at: Null(Type.String(instant), { description: 'Since when it is applied no more.' }),
    dimension_id: Type.String(uuid),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'TagValue', description: 'A value of a tag dimension.' },
)

export const TagDimension = Resource(
  {
    id: Type.String(uuid),
    key: Type.String(),
    display_name: Null(Type.String()),
    strictness: Strictness,
    user_visible: Type.Boolean({ description: 'Whether interfaces for people offer it.' }),
    defined_values: Type.Array(refTo(TagValue), {
      default: [],
      description: `At most ${MAX_DEFINED_VALUES} of its values: active ones first, in the order of \`value\`. All of them: \`GET …/values\`.`,
    }),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
    deleted_at: Null(Type.String(instant)),
  },
  { $id: 'Tag_Dimension', description: 'What tags are about: each line has at most one value of it.' },
)

export const TaggedEntity = Resource(
  { entity_type: Type.String(), entity_id: Type.String(uuid), transaction_tags: ListOf(refTo(AppliedTag)) },
  { $id: 'Tagged_Entity', description: 'What an entity carries now.' },
)

const displayName = Optional(Text(255))

const valueFields = {
  value: Text(255),
  display_name: displayName,
  is_archived: Optional(Type.Boolean({ description: 'false unless given.' })),
}

const DefinedValue = Body(valueFields)

export const CreateTagDimensionBody = Body(
  {
    key: Text(255, { description: 'Unique in the business.' }),
    display_name: displayName,
    strictness: Optional(Strictness),
    user_visible: Optional(Type.Boolean({ description: 'false unless given.' })),
    defined_values: Optional(Type.Array(DefinedValue, { maxItems: MAX_DEFINED_VALUES })),
  },
  {
    examples: [
      {
        key: 'department',
        display_name: 'Department',
        strictness: 'NON_BALANCING',
        user_visible: true,
        defined_values: [{ value: 'consulting', display_name: 'Consulting' }],
      },
    ],
  },
)

export const UpdateTagDimensionBody = Body(
  {
    key: Type.Optional(Text(255)),
    display_name: displayName,
    strictness: Type.Optional(Strictness),
    user_visible: Type.Optional(Type.Boolean()),
  },
  { examples: [{ display_name: 'Cost center', strictness: 'BALANCING' }] },
)

export const ListTagDimensionsQuery = Query({
  ...paging(['created_at', 'key']),
  key: Type.Optional(Text(255)),
  user_visible: Type.Optional(Type.Boolean()),
  include_deleted: Type.Optional(Type.Boolean({ description: 'false unless given.' })),
})

export const CreateTagValueBody = Body(valueFields, {
  examples: [{ value: 'consulting', display_name: 'Consulting', is_archived: false }],
})

export const UpdateTagValueBody = Body(
  {
    value: Type.Optional(Text(255)),
    display_name: displayName,
    is_archived: Type.Optional(Type.Boolean({ description: 'false makes it active again.' })),
  },
  { examples: [{ is_archived: true }] },
)

export const ListTagValuesQuery = Query({
  ...paging(['value']),
  value: Type.Optional(Text(255)),
  include_archived: Type.Optional(Type.Boolean({ description: 'false unless given.' })),
})

/** How many entities one request tags. */
const MAX_ENTITIES = 500

const exampleEntities = { entity_type: 'JOURNAL_ENTRY', entity_ids: ['6f1a4b3c-8d5e-4f9a-9b2c-3d4e0b9c2d4e'] }

/** @param entityTypes what can carry tags */
const entities = <Type extends string>(entityTypes: readonly Type[]) => ({
  entity_type: OneOf(entityTypes),
  entity_ids: Type.Array(Uuid(), { minItems: 1, maxItems: MAX_ENTITIES }),
})

export const applyTagsBody = <Type extends string>(entityTypes: readonly Type[]) =>
  Body(
    { key_values: Type.Array(TagInput, { minItems: 1, maxItems: 10 }), ...entities(entityTypes) },
    { examples: [{ key_values: [{ key: 'department', value: 'consulting' }], ...exampleEntities }] },
  )

const TagName = Body({ key: Text(255), value: Text(255) })

export const removeTagsBody = <Type extends string>(entityTypes: readonly Type[]) =>
  Body(
    { key_values: Type.Array(TagName, { minItems: 1, maxItems: 10 }), ...entities(entityTypes) },
    { examples: [{ key_values: [{ key: 'department', value: 'consulting' }], ...exampleEntities }] },
  )
