import { readdirSync } from 'node:fs'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'
import protobuf, { type IConversionOptions, type Method, type Service, type Type } from 'protobufjs'
import { folders, protoRoot } from './root.ts'

/** How messages look in TypeScript, which message-types.ts says, too. */
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

const serviceOf = (service: Service): ServiceDefinition =>
  Object.fromEntries(
    service.methodsArray.map((method) => [
      method.name,
      definitionOf(`/${service.fullName.slice(1)}/${method.name}`, method),
    ]),
  )

/**
 * The definitions of all services of a package by their names, for serving and for calling them. Not by
 * @grpc/proto-loader, which takes twice as long: for reflection, which nobody asks for, it describes every message.
 * int64 becomes `number`: whoever writes one has checked that it is safe.
 */
export function loadServices<Services>(domain: string): Services {
  const path = `pacioli/${domain}/v1`
  const files = readdirSync(folders[0] + path).filter((file) => file.endsWith('.proto'))
  root
    .loadSync(
      files.map((file) => `${path}/${file}`),
      names,
    )
    .resolveAll()
  const inside = root.lookup(`pacioli.${domain}.v1`, [protobuf.Namespace])
  const services = (inside as protobuf.Namespace).nestedArray.filter((one) => one instanceof protobuf.Service)
  return Object.fromEntries(services.map((service) => [service.name, serviceOf(service)])) as Services
}
