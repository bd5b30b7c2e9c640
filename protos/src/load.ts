import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'
import type { IConversionOptions, Method, Type } from 'protobufjs'
import { protoRoot } from './root.ts'

/** How messages look in TypeScript: the same options that the committed types are generated with. */
const names = { keepCase: true }
const values: IConversionOptions = { longs: Number, enums: String, defaults: true }

/** All that was loaded: a file that several share is parsed once, and what reads and writes its messages is made once. */
const root = protoRoot()

/** In Node its writer makes buffers. */
const writes = (type: Type) => (message: object) => type.encode(type.fromObject(message)).finish() as Buffer

const reads = (type: Type) => (bytes: Buffer) => type.toObject(type.decode(bytes), values)

function definitionOf(path: string, method: Method): MethodDefinition<object, object> {
  const { resolvedRequestType: request, resolvedResponseType: response } = method
  if (!request || !response) throw new Error(`${path} takes or answers what is not defined`)
  return {
    path,
    requestStream: method.requestStream ?? false,
    responseStream: method.responseStream ?? false,
    requestSerialize: writes(request),
    requestDeserialize: reads(request),
    responseSerialize: writes(response),
    responseDeserialize: reads(response),
  }
}

/**
 * The definition of a service by its full name, for serving and for calling it. Not by @grpc/proto-loader, which takes
 * twice as long: for reflection, which nobody asks for, it describes every message.
 * int64 becomes `number`: whoever writes one has checked that it is safe.
 */
export function loadService<Definition>(file: string, name: string): Definition {
  root.loadSync(file, names).resolveAll()
  const methods = root.lookupService(name).methodsArray
  const definition: ServiceDefinition = Object.fromEntries(
    methods.map((method) => [method.name, definitionOf(`/${name}/${method.name}`, method)]),
  )
  return definition as Definition
}
