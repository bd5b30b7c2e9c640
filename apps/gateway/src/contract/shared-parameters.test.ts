import { expect, test } from 'vitest'
import { shareParameters } from './shared-parameters.ts'

const way = { name: 'way', in: 'query' }
const otherWay = { name: 'way', in: 'query', required: true }
const billId = { name: 'billId', in: 'path' }
const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` })

test('a parameter of several operations is a component, one of a single operation stays there', () => {
  const paths = { '/a': { get: { parameters: [way, billId] } }, '/b': { get: { parameters: [way, ref('RequestId')] } } }
  expect(shareParameters(paths)).toEqual({
    paths: {
      '/a': { get: { parameters: [ref('Way'), billId] } },
      '/b': { get: { parameters: [ref('Way'), ref('RequestId')] } },
    },
    parameters: { Way: way },
  })
})

test('of two of one name that of more operations is shared', () => {
  const get = (...parameters: (typeof way)[]) => ({ get: { parameters } })
  const paths = { '/a': get(otherWay), '/b': get(way), '/c': get(otherWay), '/d': get(way), '/e': get(way) }
  const { paths: shared, parameters } = shareParameters(paths)
  expect(parameters).toEqual({ Way: way })
  expect([shared['/a'], shared['/b']]).toEqual([get(otherWay), { get: { parameters: [ref('Way')] } }])
})
