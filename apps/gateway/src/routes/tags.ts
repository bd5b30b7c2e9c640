import { Type } from 'typebox'
import * as examples from '../schemas/examples.ts'
import { Data, ListOf, Page, refTo } from '../schemas/parts.ts'
import {
  applyTagsBody,
  CreateTagDimensionBody,
  CreateTagValueBody,
  ListTagDimensionsQuery,
  ListTagValuesQuery,
  removeTagsBody,
  TagDimension,
  TaggedEntity,
  TagValue,
  UpdateTagDimensionBody,
  UpdateTagValueBody,
} from '../schemas/tags.ts'
import type { Services } from '../services.ts'
import { BusinessParams, changesOf, reads, type Routes, sendCreated, writes } from './route.ts'

/** Who keeps the tags of which kind of entity. A kind gets tags by standing here. */
const keepers = {
  JOURNAL_ENTRY: ({ tags }) => tags,
  LINE_ITEM: ({ tags }) => tags,
} as const satisfies Record<string, (services: Services) => Pick<Services['tags'], 'ApplyTags' | 'RemoveTags'>>

export const ENTITY_TYPES = Object.keys(keepers)

const tags = ['Tags']
const { businessId } = BusinessParams.properties
const DimensionParams = Type.Object({
  businessId,
  dimensionId: Type.String({ format: 'uuid', description: 'The id of the tag dimension.' }),
})
const ValueParams = Type.Object({
  businessId,
  definitionId: Type.String({ format: 'uuid', description: 'The id of the tag value.' }),
})
const dimension = (description: string) => Data(refTo(TagDimension), examples.tagDimension, description)
const value = (description: string) => Data(refTo(TagValue), examples.tagValue, description)
const tagged = (description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: ListOf(refTo(TaggedEntity)) }),
    description,
    examples: [{ data: [examples.taggedEntity] }],
  })

const createDimension = {
  operationId: 'createTagDimension',
  summary: 'Create a tag dimension',
  description: 'With values, if they are given. A key that exists is refused with 409.',
  tags,
  params: BusinessParams,
  body: CreateTagDimensionBody,
  response: { 201: dimension('The new dimension.') },
}

const listDimensions = {
  operationId: 'listTagDimensions',
  summary: 'List tag dimensions',
  description: 'The dimensions of the business, each with its first values. A page ends early when it gets long.',
  tags,
  params: BusinessParams,
  querystring: ListTagDimensionsQuery,
  response: { 200: Page(refTo(TagDimension), examples.tagDimension, 'created_at', 'A page of dimensions.') },
}

const getDimension = {
  operationId: 'getTagDimension',
  summary: 'Get a tag dimension',
  description: 'One dimension, deleted or not.',
  tags,
  params: DimensionParams,
  response: { 200: dimension('The dimension.') },
}

const updateDimension = {
  operationId: 'updateTagDimension',
  summary: 'Update a tag dimension',
  description:
    'Changes the fields given; null clears `display_name`. A dimension becomes BALANCING only if every entry that ' +
    'carries its values balances for each of them; `meta.entry_ids` names up to 10 that do not.',
  tags,
  params: DimensionParams,
  body: UpdateTagDimensionBody,
  response: { 200: dimension('Tag dimension updated successfully') },
}

const deleteDimension = {
  operationId: 'deleteTagDimension',
  summary: 'Delete a tag dimension',
  description:
    'Only while no entry and no line carries one of its values. It stays readable, and its key is free again. ' +
    'Deleting twice changes nothing.',
  tags,
  params: DimensionParams,
  response: { 200: dimension('The deleted dimension.') },
}

const createValue = {
  operationId: 'createTagValue',
  summary: 'Create a tag value',
  description: 'A value that exists stays as it is and is answered.',
  tags,
  params: DimensionParams,
  body: CreateTagValueBody,
  response: { 201: value('The new value.'), 200: value('The value, which exists already.') },
}

const listValues = {
  operationId: 'listTagValues',
  summary: 'List the values of a tag dimension',
  description: 'In the order of `value`.',
  tags,
  params: DimensionParams,
  querystring: ListTagValuesQuery,
  response: { 200: Page(refTo(TagValue), examples.tagValue, 'value', 'A page of values.') },
}

const updateValue = {
  operationId: 'updateTagValue',
  summary: 'Rename or archive a tag value',
  description:
    'Changes the fields given; null clears `display_name`. A new name shows on everything that carries the value. ' +
    'An archived value stays where it is and is applied no more.',
  tags,
  params: ValueParams,
  body: UpdateTagValueBody,
  response: { 200: value('The value as it is now.') },
}

const RULES = `All or nothing, answered in the order of \`entity_ids\`. A tag of an entry is on all of its lines, and a
journal entry and its reversal always carry the same tags, so both change. Entries in a closed period and those of
documents and closings keep their tags. Under a BALANCING dimension every entry must balance for each value afterwards.`

const applyTags = {
  operationId: 'applyTags',
  summary: 'Apply tags to entities',
  description: `${RULES} Dimensions and values that do not exist are made; tags that are there already stay.`,
  tags,
  params: BusinessParams,
  body: applyTagsBody(ENTITY_TYPES),
  response: { 200: tagged('What the entities carry now.') },
}

const removeTags = {
  operationId: 'removeTags',
  summary: 'Remove tags from entities',
  description: `${RULES} Removing what is not there changes nothing; a tag that a line has from its entry is removed from the entry.`,
  tags,
  params: BusinessParams,
  body: removeTagsBody(ENTITY_TYPES),
  response: { 200: tagged('What the entities carry now.') },
}

const TAGGING = [
  'BusinessNotFound',
  'EntityNotFound',
  'BusinessArchived',
  'EntryOwned',
  'PeriodClosed',
  'BalancingTagViolation',
] as const

export const tagRoutes =
  (services: Services): Routes =>
  (app, _options, done) => {
    const rpc = services.tags

    app.post(
      '/businesses/:businessId/tags/dimensions',
      {
        schema: createDimension,
        config: writes('books:write', ['BusinessNotFound', 'BusinessArchived', 'DuplicateTagKey', 'DuplicateTagValue']),
      },
      async (request, reply) => {
        const { defined_values, ...fields } = request.body
        const { data } = await request.ask(rpc.CreateTagDimension, { ...fields, defined_values: defined_values ?? [] })
        return sendCreated(reply, true, data)
      },
    )

    app.get(
      '/businesses/:businessId/tags/dimensions',
      { schema: listDimensions, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        const page = { cursor, limit, sort_by, sort_order }
        const { data, pagination } = await request.ask(rpc.ListTagDimensions, { ...filters, page })
        return { data, meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/tags/dimensions/:dimensionId',
      { schema: getDimension, config: reads('books:read', ['BusinessNotFound', 'TagDimensionNotFound']) },
      async (request) => {
        const { dimensionId } = request.params
        return { data: (await request.ask(rpc.GetTagDimension, { dimension_id: dimensionId })).data }
      },
    )

    app.patch(
      '/businesses/:businessId/tags/dimensions/:dimensionId',
      {
        schema: updateDimension,
        config: writes('books:write', [
          'BusinessNotFound',
          'TagDimensionNotFound',
          'BusinessArchived',
          'DuplicateTagKey',
          'BalancingTagViolation',
        ]),
      },
      async (request) => {
        const input = { ...changesOf(request.body), dimension_id: request.params.dimensionId }
        return { data: (await request.ask(rpc.UpdateTagDimension, input)).data }
      },
    )

    app.delete(
      '/businesses/:businessId/tags/dimensions/:dimensionId',
      {
        schema: deleteDimension,
        config: writes('books:write', [
          'BusinessNotFound',
          'TagDimensionNotFound',
          'BusinessArchived',
          'TagDimensionInUse',
        ]),
      },
      async (request) => {
        const { dimensionId } = request.params
        return { data: (await request.ask(rpc.DeleteTagDimension, { dimension_id: dimensionId })).data }
      },
    )

    app.post(
      '/businesses/:businessId/tags/dimensions/:dimensionId/values',
      {
        schema: createValue,
        config: writes('books:write', ['BusinessNotFound', 'TagDimensionNotFound', 'BusinessArchived']),
      },
      async (request, reply) => {
        const input = { ...request.body, dimension_id: request.params.dimensionId }
        const { created, data } = await request.ask(rpc.CreateTagValue, input)
        return sendCreated(reply, created, data)
      },
    )

    app.get(
      '/businesses/:businessId/tags/dimensions/:dimensionId/values',
      {
        schema: listValues,
        config: reads('books:read', ['BusinessNotFound', 'TagDimensionNotFound', 'InvalidCursor']),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        const page = { cursor, limit, sort_by, sort_order }
        const input = { ...filters, page, dimension_id: request.params.dimensionId }
        const { data, pagination } = await request.ask(rpc.ListTagValues, input)
        return { data, meta: { pagination } }
      },
    )

    app.patch(
      '/businesses/:businessId/tags/values/:definitionId',
      {
        schema: updateValue,
        config: writes('books:write', [
          'BusinessNotFound',
          'TagValueNotFound',
          'BusinessArchived',
          'DuplicateTagValue',
        ]),
      },
      async (request) => {
        const input = { ...changesOf(request.body), definition_id: request.params.definitionId }
        return { data: (await request.ask(rpc.UpdateTagValue, input)).data }
      },
    )

    app.post(
      '/businesses/:businessId/tags',
      {
        schema: applyTags,
        config: writes('books:write', [...TAGGING, 'DuplicateTagDimension', 'TagValueArchived']),
      },
      async (request) => {
        const keeper = keepers[request.body.entity_type as keyof typeof keepers](services)
        return request.ask(keeper.ApplyTags, request.body)
      },
    )

    app.post(
      '/businesses/:businessId/tags/delete',
      { schema: removeTags, config: writes('books:write', [...TAGGING, 'TagInherited']) },
      async (request) => {
        const keeper = keepers[request.body.entity_type as keyof typeof keepers](services)
        return request.ask(keeper.RemoveTags, request.body)
      },
    )
    done()
  }
