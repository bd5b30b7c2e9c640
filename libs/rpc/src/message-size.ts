/** Sizes of messages on the wire, which their objects do not have. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'

const sizes = new WeakMap<object, number>()

/** Bytes of a received message. */
export const bytesOf = (message: unknown): number =>
  (typeof message === 'object' && message !== null && sizes.get(message)) || 0

type Method = MethodDefinition<unknown, unknown>

const measured =
  (read: (bytes: Buffer) => unknown) =>
  (bytes: Buffer): unknown => {
    const message = read(bytes)
    if (typeof message === 'object' && message !== null) sizes.set(message, bytes.length)
    return message
  }

const each = (definition: ServiceDefinition, change: (method: Method) => Partial<Method>): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [name, { ...method, ...change(method as Method) }]),
  )

/** For a server: measures requests; handlers give answers as bytes, and so know their size. */
export const respondingWithBytes = (definition: ServiceDefinition): ServiceDefinition =>
  each(definition, ({ requestDeserialize }) => ({
    requestDeserialize: measured(requestDeserialize),
    responseSerialize: (bytes) => bytes as Buffer,
  }))

/** For a client: measures answers. */
export const measuringAnswers = (definition: ServiceDefinition): ServiceDefinition =>
  each(definition, ({ responseDeserialize }) => ({ responseDeserialize: measured(responseDeserialize) }))
