/** Compiles answer schemas into serializers. */
import compilers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { later } from './later.ts'

type BuildSerializer = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildSerializer']
>

/**
 * Fastify's own, each when it is first used: a gateway has some thousand answers, most of them refusals, and to compile them
 * all takes longer than everything else that it does before it serves.
 * @param atOnce for a test of all schemas: compiles each when its route is added
 */
export function serializerBuilder({ atOnce = false } = {}): BuildSerializer {
  const build = compilers.SerializerSelector()
  return (...given) => {
    const compile = build(...given)
    return (route) => {
      if (atOnce) return compile(route)
      const serializer = later(() => compile(route))
      return (data: unknown) => serializer()(data)
    }
  }
}
