import { expect, test } from 'vitest'
import { consumersOf, fedModels, MODELS } from './models.ts'

test('of this release the model before is fed where it is kept, and only there', () => {
  expect(consumersOf(fedModels(MODELS, [MODELS.oldest]))).toEqual(['reporting', 'reporting-model-4'])
  expect(consumersOf(fedModels(MODELS, []))).toEqual(['reporting-model-4'])
})

test('a model that no release knows any more is not fed', () => {
  expect(fedModels({ oldest: 4, newest: 5 }, [3, 4])).toEqual({ oldest: 4, newest: 5 })
  expect(fedModels({ oldest: 4, newest: 5 }, [3])).toEqual({ oldest: 5, newest: 5 })
})
