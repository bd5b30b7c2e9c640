import type { CallContext, OutgoingContext } from './context.ts'

/** Deadline and context of one outgoing call. */
export type CallOptions = {
  context: OutgoingContext
  timeoutMs?: number
}

/** An answer, how long it came, and whether it is that of an earlier identical request. */
export type Answer<Message> = { message: Message; bytes: number; replayed: boolean }

type RequestOf<Method> = Method extends { requestSerialize: (value: infer Request) => unknown } ? Request : never
type ReceivedOf<Method> = Method extends { requestDeserialize: (bytes: Buffer) => infer Received } ? Received : never
type ResponseOf<Method> = Method extends { responseSerialize: (value: infer Response) => unknown } ? Response : never
type AnsweredOf<Method> = Method extends { responseDeserialize: (bytes: Buffer) => infer Answered } ? Answered : never

/** The methods of a definition: gRPC's own type allows any other name, which would hide them. */
type MethodNames<Definition> = keyof {
  [Name in keyof Definition as string extends Name ? never : number extends Name ? never : Name]: unknown
} &
  keyof Definition &
  string

/** A service as its callers see it: one promise per call. */
export type Client<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: RequestOf<Definition[Name]>,
    options: CallOptions,
  ) => Promise<Answer<AnsweredOf<Definition[Name]>>>
}

/** A server-streaming service as its callers see it. */
export type StreamingClient<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: RequestOf<Definition[Name]>,
    options: CallOptions,
  ) => AsyncIterable<AnsweredOf<Definition[Name]>>
}

/** A service as its implementation sees it. */
export type Handlers<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: ReceivedOf<Definition[Name]>,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>
}

/** A server-streaming service as its implementation sees it. */
export type StreamingHandlers<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: ReceivedOf<Definition[Name]>,
    context: CallContext,
  ) => AsyncIterable<ResponseOf<Definition[Name]>>
}
