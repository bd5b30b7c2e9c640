import { createInbox, ErrorCode, headers, NatsError, type Msg, type NatsConnection, type PubAck } from 'nats'
import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Carrier } from '@pacioli/telemetry'
import type { ClaimedEvent } from './outbox.store.ts'
import { MESSAGE_ID, messageId, STREAM } from './stream.ts'

/** Messages are built and handed over in batches of this size: each blocks the event loop for some milliseconds. */
const SLICE = 50

type Answer = PubAck & { error?: { code: number; err_code: number; description: string } }

/**
 * Publishes events to the stream, all at once. Returns the server's response to each, in order: its acknowledgement, or
 * why there is none. The client's own `publish` awaits each message with a timer, a reply subject and an error made in
 * advance, which costs several times what sending does; a batch has one of each. The headers are those of JetStream's
 * protocol (ADR-4 and "Publishing" in its reference).
 * @param losses how often the stream may have lost something
 * @param carriers the trace headers of each message, in the order of the events
 */
export async function publishAll(
  client: NatsConnection,
  events: readonly ClaimedEvent[],
  { losses, timeoutMs }: { losses: number; timeoutMs: number },
  carriers?: readonly Carrier[],
): Promise<(PubAck | Error)[]> {
  const answers: (PubAck | Error | undefined)[] = Array.from({ length: events.length })
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>()
  let open = events.length
  const inbox = createInbox()
  const subscription = client.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error) return end(error)
      const index = Number(message.subject.slice(inbox.length + 1))
      if (answers[index] !== undefined) return
      answers[index] = answerIn(message)
      if (--open === 0) end(NatsError.errorForCode(ErrorCode.Cancelled))
    },
  })
  const timer = setTimeout(() => end(NatsError.errorForCode(ErrorCode.Timeout)), timeoutMs)
  void subscription.closed.then(() => end(NatsError.errorForCode(ErrorCode.ConnectionClosed)))
  try {
    for (const [index, { id, subject, event, isAgain }] of events.entries()) {
      if (index > 0 && index % SLICE === 0) await letOthersIn()
      client.publish(subject, event, {
        reply: `${inbox}.${index}`,
        headers: headersOf(messageId(id, losses, isAgain), carriers?.[index]),
      })
    }
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)))
  }
  const reason = await ended
  clearTimeout(timer)
  subscription.unsubscribe()
  return answers.map((answer) => answer ?? reason)
}

function headersOf(name: string, carrier: Carrier = {}) {
  const given = headers()
  given.set('Content-Type', 'application/cloudevents+json')
  given.set(MESSAGE_ID, name)
  given.set('Nats-Expected-Stream', STREAM)
  for (const [name, value] of Object.entries(carrier)) if (value !== undefined) given.set(name, value)
  return given
}

function answerIn(message: Msg): PubAck | Error {
  // The server itself reports that no stream listens to the subject.
  if (message.data.length === 0 && message.headers?.code === 503) return NatsError.errorForCode(ErrorCode.NoResponders)
  try {
    const { error, ...ack } = message.json<Answer>()
    if (error) return Object.assign(new NatsError(error.description, String(error.code)), { api_error: error })
    if (ack.stream === STREAM) return ack
  } catch {
    // No acknowledgement, whatever else it is.
  }
  return NatsError.errorForCode(ErrorCode.JetStreamInvalidAck)
}
