/** What the API refused, by the document that it refused it of, as its file names it. */
import { PacioliError } from '@pacioli/client'
import { Refusal } from './refusal.ts'

/**
 * A request of several things, in the order of their names, or of one.
 * @throws Refusal naming which one was refused, as the API says why
 */
export async function namingRefused<Answer>(names: readonly string[], request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof PacioliError) || error.status >= 500) throw error
    const { field } = error.meta
    const index = field !== undefined ? /^(?:\w+\.)?(\d+)\b/.exec(field)?.[1] : undefined
    const [only, ...others] = names
    const name = names.length > 1 && index !== undefined ? names[Number(index)] : others.length === 0 ? only : undefined
    throw new Refusal(
      `${name ?? `One of ${only ?? 'nothing'} and ${others.length} others`} was refused: ${error.description}${field !== undefined ? ` (${field})` : ''}`,
    )
  }
}
