/**
 * What read models are made of changes with a release: then it has a model with a new number, whose rows are kept beside those
 * of the one before. Pure.
 */

/**
 * The models of a release: it feeds all of them, makes the newest of every business, and serves of each the newest that is
 * whole. The one before stays for a release, so that its replicas can run beside these, and again after a rollback.
 */
export type ServedModels = { oldest: number; newest: number }

/** Of this release. */
export const MODELS: ServedModels = { oldest: 3, newest: 3 }

/** The model whose rows are also in `public`, where the release that knew no others has them. */
export const FIRST_MODEL = 3

/** Where the rows of one business in one model are: one set of tables is served while the other is made. */
export type Edition = { model: number; slot: 'a' | 'b' }

/** The schema of its tables. */
export const schemaOf = ({ model, slot }: Edition): string => `read_model_${model}${slot}`

/** The name under which the broker remembers how far the model in `public` is fed: also by replicas of the release before. */
export const CONSUMER = 'reporting'

/** And how far the editions of a model are: each event goes to them as well, whatever replicas of other releases take. */
export const consumerOf = (model: number): string => `reporting-model-${model}`

/** All models, oldest first. */
export const numbersOf = ({ oldest, newest }: ServedModels): number[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index)

/** Under all of these names the service takes events into read models. */
export const consumersOf = (kept: ServedModels): string[] => [
  ...(kept.oldest <= FIRST_MODEL ? [CONSUMER] : []),
  ...numbersOf(kept).map(consumerOf),
]
