/**
 * One call with one answer, straight over a channel. The library's own client makes an error with its stack for each
 * call, in case it fails, and takes each part of it through interceptors, of which there are none.
 */
import {
  Metadata,
  status,
  type ChannelInterface,
  type MethodDefinition,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js'
import { REPLAYED_HEADER, toMetadata, type OutgoingContext } from './context.ts'

export type Method = MethodDefinition<unknown, unknown>

/** A call as it is sent, with its message encoded. */
export type Sent = { method: Method; request: Buffer; context: OutgoingContext; deadline: Date }

/** What came back: the message and its size on the wire, or what became of the call. */
export type Ending = { message: unknown; bytes: number; replayed: boolean } | { error: ServiceError }

/** How a call ends that has this status. */
export const failedWith = (code: status, details: string, metadata = new Metadata()): { error: ServiceError } => ({
  error: Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata }),
})

/** How a call ends that has this answer. */
export function answeredWith({ responseDeserialize }: Method, answer: Buffer, replayed: boolean): Ending {
  try {
    return { message: responseDeserialize(answer), bytes: answer.length, replayed }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failedWith(status.INTERNAL, `The answer cannot be read: ${reason}`)
  }
}

const endingOf = (method: Method, answer: Buffer | undefined, replayed: boolean, ended: StatusObject): Ending => {
  if (ended.code !== status.OK) return failedWith(ended.code, ended.details, ended.metadata)
  if (!answer) return failedWith(status.UNIMPLEMENTED, 'The call ended without an answer', ended.metadata)
  return answeredWith(method, answer, replayed)
}

export const CANCELLED = 'Cancelled on client'

/**
 * Sends a request. @param over called once, however the call ends
 * @returns how to cancel it
 */
export function unaryCall(
  channel: ChannelInterface,
  { method, request, context, deadline }: Sent,
  over: (ending: Ending) => void,
): () => void {
  const call = channel.createCall(method.path, deadline, null, null, null)
  let replayed = false
  let answer: Buffer | undefined
  call.start(toMetadata(context), {
    onReceiveMetadata: (received) => void (replayed = received.get(REPLAYED_HEADER).length > 0),
    onReceiveMessage: (bytes: Buffer | null) => {
      if (bytes !== null) answer = bytes
    },
    onReceiveStatus: (ended) => over(endingOf(method, answer, replayed, ended)),
  })
  call.startRead()
  call.sendMessageWithContext({}, request)
  call.halfClose()
  return () => call.cancelWithStatus(status.CANCELLED, CANCELLED)
}
