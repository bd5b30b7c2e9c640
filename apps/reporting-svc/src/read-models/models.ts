/**
 * A release that changes the contents of read models gives its model a new number; its rows are kept beside those of the model
 * before. Pure.
 */

/**
 * The models of a release: it builds the newest for every business, and serves each business from the newest complete one. The
 * model before is fed for one release, for replicas that still run it and for a rollback, where there may be any.
 */
export type ServedModels = { oldest: number; newest: number }

/** Those of this release. */
export const MODELS: ServedModels = { oldest: 3, newest: 4 }

/**
 * Those that events are applied to.
 * @param kept those that the database has for the version before; none if no version has used it
 */
export const fedModels = ({ oldest, newest }: ServedModels, kept: readonly number[]): ServedModels => ({
  oldest: Math.min(newest, ...kept.filter((model) => model >= oldest)),
  newest,
})

/** The model whose rows are in `public`, where the release that knew no others has them: it has no editions. */
export const FIRST_MODEL = 3

/** The first model whose lines say whose they are on which control account. */
export const PARTY_MODEL = 4

/** Where the rows of one business in one model are: one set of tables is served while the other is built. */
export type Edition = { model: number; slot: 'a' | 'b' }

/** The schema of its tables. */
export const schemaOf = ({ model, slot }: Edition): string => `read_model_${model}${slot}`

/** The same for `format` in SQL, of model and slot. */
export const SCHEMA_FORMAT = 'read_model_%s%s'

/** The durable consumer of the model in `public`, where that is fed, shared with replicas of the release before. */
export const CONSUMER = 'reporting'

/** The durable consumer of the editions of a model: it receives each event, whatever other consumers receive. */
export const consumerOf = (model: number): string => `reporting-model-${model}`

/** The models that have editions, oldest first. */
export const numbersOf = ({ oldest, newest }: ServedModels): number[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index).filter((model) => model > FIRST_MODEL)

/** The durable consumers that apply events to these models. */
export const consumersOf = (models: ServedModels): string[] => [
  ...(models.oldest <= FIRST_MODEL ? [CONSUMER] : []),
  ...numbersOf(models).map(consumerOf),
]
