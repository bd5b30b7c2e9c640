import type { deserialize, serialize } from '@grpc/grpc-js'

/** Gaps may be sent; what is received has defaults in them. */
export type Method<Request, Response, Received, Answered> = {
  path: string
  requestStream: boolean
  responseStream: boolean
  requestSerialize: serialize<Request>
  requestDeserialize: deserialize<Received>
  responseSerialize: serialize<Response>
  responseDeserialize: deserialize<Answered>
}
