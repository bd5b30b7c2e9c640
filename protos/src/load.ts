import { readdirSync } from 'node:fs'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'
import protobuf, { type IConversionOptions, type Method, type Service, type Type } from 'protobufjs'
import { folders, protoRoot } from './root.ts'

// An int64 becomes a number as it is read, not an object that is made into one afterwards: whoever writes one has checked
// that it is safe.
protobuf.util.Long = undefined as never
protobuf.configure()

/** How messages look in TypeScript, which message-types.ts says, too. Comments are the words of the reference. */
const names = { keepCase: true, alternateCommentMode: true }
const values: IConversionOptions = { longs: Number, enums: String, defaults: true }

/** All that was loaded: a file that several share is parsed once, and what reads and writes its messages is made once. */
const root = protoRoot()

/** In Node its writer makes buffers. What it is given has the types of the message, so nothing is converted before. */
const writes = (type: Type) => (message: object) => type.encode(message).finish() as Buffer

type Read = (type: Type) => (bytes: Buffer) => object

const reads: Read = (type) => (bytes) => type.toObject(type.decode(bytes), values)

/** A message as it was decoded: what it lacks it has by its prototype alone, and that is null where it is optional. */
const readsRaw: Read = (type) => {
  nullUnlessSet(type)
  return (bytes) => type.decode(bytes)
}

const seen = new Set<Type>()

function nullUnlessSet(type: Type): void {
  if (seen.has(type)) return
  seen.add(type)
  for (const field of type.fieldsArray) {
    const { resolvedType, options } = field.resolve()
    if (options?.['proto3_optional'] === true) Reflect.set(type.ctor.prototype, field.name, null)
    if (resolvedType instanceof protobuf.Type) nullUnlessSet(resolvedType)
  }
}

const idempotencyOf = ({ options }: Method): string =>
  (options?.['idempotency_level'] as string | undefined) ?? 'IDEMPOTENCY_UNKNOWN'

/** Options as @grpc/proto-loader has them, beside what gRPC wants of a method. */
type Definition = MethodDefinition<object, object> & { options: { idempotency_level: string } }

function definitionOf(path: string, method: Method, readRequest: Read, readAnswer: Read): Definition {
  const { resolvedRequestType: request, resolvedResponseType: response } = method
  if (!request || !response) throw new Error(`${path} takes or answers what is not defined`)
  return {
    path,
    requestStream: method.requestStream ?? false,
    responseStream: method.responseStream ?? false,
    options: { idempotency_level: idempotencyOf(method) },
    requestSerialize: writes(request),
    requestDeserialize: readRequest(request),
    responseSerialize: writes(response),
    responseDeserialize: readAnswer(response),
  }
}

const serviceOf = (service: Service, readRequest: Read, readAnswer: Read): ServiceDefinition =>
  Object.fromEntries(
    service.methodsArray.map((method) => [
      method.name,
      definitionOf(`/${service.fullName.slice(1)}/${method.name}`, method, readRequest, readAnswer),
    ]),
  )

/**
 * The definitions of all services of a package by their names, for serving and for calling them. Not by
 * @grpc/proto-loader, which takes twice as long: for reflection, which nobody asks for, it describes every message.
 */
export const loadServices = <Services>(domain: string): Services => servicesOf(domain, reads) as Services

/** The same, and what either side receives is as it was decoded. */
export const loadRawServices = <Services>(domain: string): Services => servicesOf(domain, readsRaw) as Services

function servicesOf(domain: string, read: Read): Record<string, ServiceDefinition> {
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
  return Object.fromEntries(services.map((service) => [service.name, serviceOf(service, read, read)]))
}

/**
 * Everything that the protos say, options and comments included.
 * @param others folders with protos beside those of this package
 */
export function loadProtos(...others: readonly string[]): protobuf.Root {
  const all = others.length === 0 ? root : protoRoot(...others)
  const files = [folders[0], ...others].flatMap(protosIn)
  all.loadSync(files, names).resolveAll()
  return all
}

const protosIn = (folder: string): string[] =>
  readdirSync(`${folder}pacioli`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.proto'))
    .map((file) => `pacioli/${file}`)

/** For calling a service of these protos; its answers are as they were decoded. */
export const rawDefinition = (service: Service): ServiceDefinition => serviceOf(service, reads, readsRaw)

export type { protobuf }
