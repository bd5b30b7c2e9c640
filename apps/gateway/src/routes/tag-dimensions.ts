import { Type } from 'typebox'
import * as examples from '../schemas/examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import {
  CreateTagDimensionBody,
  CreateTagValueBody,
  ListTagDimensionsQuery,
  ListTagValuesQuery,
  TagDimension,
  TagValue,
  UpdateTagDimensionBody,
  UpdateTagValueBody,
} from '../schemas/tags.ts'
import type { Services } from '../services.ts'
import { BusinessParams, changesOf, reads, type Routes, sendCreated, writes } from './route.ts'

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

export const tagDimensionRoutes =
  ({ tags: rpc }: Services): Routes =>
  (app, _options, done) => {
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
    done()
  }
