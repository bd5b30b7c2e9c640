import { refused } from '@pacioli/errors'
import { HistoryService } from '@pacioli/protos/history'
import { clientOfStreams, type OutgoingContext, type StreamingClient, type Target } from '@pacioli/rpc'

export type HistoryClient = StreamingClient<typeof HistoryService>

/** By owner. */
export type Histories = Readonly<Record<'ledger' | 'banking' | 'billing', HistoryClient>>

/** Where the history of an owner stands, or stood. */
export type Place = {
  position: number
  recordedAt: Date | null
  /** The last position of all. */
  through: number
  beganAt: Date | null
  /** Since when there is one at all; null where it is complete. */
  since: Date | null
}

/** What has changed since, as JSON as it was then; null where there was nothing yet. */
export type StateThen = { type: string; id: string; state: string | null }

/** What has changed may be so much, until it is told what it was. */
const MOST_STATES = 200_000
const TIMEOUT_MS = 30_000

const instant = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

/** @param of the position or the moment; now if neither is given @throws ReportTooLarge, HistoryIncomplete, ServiceUnavailable */
export async function readHistory(
  history: HistoryClient,
  context: OutgoingContext,
  of: { position?: number; at?: Date },
  types: readonly string[],
): Promise<{ place: Place; states: StateThen[] }> {
  const { position, at } = of
  const request = {
    ...(position !== undefined && { position }),
    ...(at && { at: at.toISOString() }),
    aggregate_types: [...types],
  }
  let place: Place | undefined
  const states: StateThen[] = []
  for await (const piece of history.ReadStates(request, { context, timeoutMs: TIMEOUT_MS })) {
    if (piece.place)
      place = {
        position: piece.place.position,
        recordedAt: instant(piece.place.recorded_at),
        through: piece.place.through,
        beganAt: instant(piece.place.began_at),
        since: instant(piece.place.since),
      }
    for (const { aggregate_type: type, aggregate_id: id, state } of piece.states)
      states.push({ type, id, state: state ?? null })
    if (states.length > MOST_STATES)
      throw refused('ReportTooLarge', 'Too much has changed since that moment. Ask for a later one.', {
        field: 'recorded_as_of',
      })
  }
  if (!place) throw new TypeError('Expected the place in the first piece of a history, got none')
  return { place, states }
}

export const connectHistory = (target: Target): { client: HistoryClient; close: () => void } =>
  clientOfStreams(HistoryService, { target, count: 1 })
