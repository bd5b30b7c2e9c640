/** Who asked for an entry, as it is kept: pure. */
import type { Actor } from '@pacioli/protos/common'

/** From the text that services pass on, which the gateway has written. */
export const toActorMessage = (actor: string | null): Actor | undefined =>
  actor === null ? undefined : (JSON.parse(actor) as Actor)
