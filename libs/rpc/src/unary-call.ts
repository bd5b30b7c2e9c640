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

/** What came back: the message and its size on the wire, or what became of the call. */
export type Ending = { message: unknown; bytes: number; initial: Metadata | undefined } | { error: ServiceError }

/** A status as the error that the library makes of it. */
const errorOf = (ended: StatusObject): ServiceError =>
  Object.assign(new Error(`${ended.code} ${status[ended.code]}: ${ended.details}`), ended)

const unreadable = (error: unknown): StatusObject => ({
  code: status.INTERNAL,
  details: `The answer cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  metadata: new Metadata(),
})

const NO_ANSWER = 'The call ended without an answer'

/**
 * Sends a request. @param over called once, however the call ends
 * @returns how to cancel it
 */
export function unaryCall(
  channel: ChannelInterface,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<unknown, unknown>,
  { request, metadata, deadline }: { request: unknown; metadata: Metadata; deadline: Date },
  over: (ending: Ending) => void,
): () => void {
  const sent = requestSerialize(request)
  const call = channel.createCall(path, deadline, null, null, null)
  let initial: Metadata | undefined
  let answer: Buffer | undefined
  call.start(metadata, {
    onReceiveMetadata: (received) => void (initial = received),
    onReceiveMessage: (bytes: Buffer | null) => {
      if (bytes !== null) answer = bytes
    },
    onReceiveStatus: (ended) => {
      if (ended.code !== status.OK) return over({ error: errorOf(ended) })
      if (!answer) return over({ error: errorOf({ ...ended, code: status.UNIMPLEMENTED, details: NO_ANSWER }) })
      let message: unknown
      try {
        message = responseDeserialize(answer)
      } catch (error) {
        return over({ error: errorOf(unreadable(error)) })
      }
      over({ message, bytes: answer.length, initial })
    },
  })
  call.startRead()
  call.sendMessageWithContext({}, sent)
  call.halfClose()
  return () => call.cancelWithStatus(status.CANCELLED, 'Cancelled on client')
}
