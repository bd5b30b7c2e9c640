import { expect, test } from 'vitest'
import { alikePaths } from './unlike-paths.ts'

const taking = (...parameters: [string, string?][]) => ({
  get: { parameters: parameters.map(([name, format]) => ({ name, in: 'path', schema: format ? { format } : {} })) },
})

test('a word is no id: the paths are distinct', () => {
  const paths = {
    '/bills/payments/{paymentId}': taking(['paymentId', 'uuid']),
    '/bills/{billId}/void': taking(['billId', 'uuid']),
  }
  expect(alikePaths({ paths })).toEqual([])
})

test('where each word also fits the other path’s parameter, both could be meant', () => {
  const paths = {
    '/bills/payments/{name}': taking(['name']),
    '/bills/{kind}/void': taking(['kind']),
  }
  expect(alikePaths({ paths })).toEqual(['/bills/payments/{name} and /bills/{kind}/void'])
})

test('one word that is no id is enough', () => {
  const paths = {
    '/bank-accounts/{accountId}': taking(['accountId', 'uuid']),
    '/{provider}/authorize': taking(['provider']),
  }
  expect(alikePaths({ paths })).toEqual([])
})

test('a path that is more exact goes first', () => {
  const paths = { '/configure/webhooks': taking(), '/configure/{processor}': taking(['processor']) }
  expect(alikePaths({ paths })).toEqual([])
})

test('the same path under other names is the same', () => {
  const paths = { '/bills/{id}/a/b': taking(['id']), '/bills/x/a/{b}': taking(['b']) }
  expect(alikePaths({ paths })).toHaveLength(1)
})

test('a parameter that several paths share is looked up', () => {
  const shared = { get: { parameters: [{ $ref: '#/components/parameters/Bill_Id' }] } }
  const paths = { '/bills/payments/{name}': taking(['name']), '/bills/{billId}/void': shared }
  const components = { parameters: { Bill_Id: { name: 'billId', in: 'path', schema: { format: 'uuid' } } } }
  expect(alikePaths({ paths, components })).toEqual([])
  expect(alikePaths({ paths })).not.toEqual([])
})

test('a word is no number', () => {
  const size = { get: { parameters: [{ name: 'size', in: 'path', schema: { type: 'integer' } }] } }
  const paths = { '/seals/{size}': size, '/{provider}/authorize': taking(['provider']) }
  expect(alikePaths({ paths })).toEqual([])
  const years = { '/closings/{year}/undo': taking(['year']), '/closings/2025/{what}': taking(['what']) }
  expect(alikePaths({ paths: years })).toHaveLength(1)
})
