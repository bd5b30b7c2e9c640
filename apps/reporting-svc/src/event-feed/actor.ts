/** Who asked for what an event tells: pure. */
import { fieldsOf, text, textOrNull } from '@pacioli/fields'
import type { Actor } from '@pacioli/protos/common'

type ShownActor = { subject: string; user: string | null; assurance: string }

/** From the text that services pass on. @throws TypeError for another form */
export function shownActor(actor: string | null): ShownActor | null {
  if (actor === null) return null
  const fields = fieldsOf('actor', JSON.parse(actor))
  return { subject: text(fields, 'subject'), user: textOrNull(fields, 'user'), assurance: text(fields, 'assurance') }
}

/** The same as a message; absent where nobody asked, or it is not known. */
export function toActorMessage(actor: string | null): { actor?: Actor } {
  const shown = shownActor(actor)
  return shown ? { actor: { ...shown, user: shown.user ?? undefined } } : {}
}
