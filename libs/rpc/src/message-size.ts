/** Messages as bytes, whose sizes are known: objects have none. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'

/** 32 MiB both ways; pages end at 3 MiB. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

type Method = MethodDefinition<unknown, unknown>

const asIs = (bytes: unknown): Buffer => bytes as Buffer

const each = (definition: ServiceDefinition, change: Partial<Method>): ServiceDefinition =>
  Object.fromEntries(Object.entries(definition).map(([name, method]) => [name, { ...method, ...change }]))

/** For a server whose handlers take and give bytes. */
export const servingBytes = (definition: ServiceDefinition): ServiceDefinition =>
  each(definition, { requestDeserialize: asIs, responseSerialize: asIs })
