/** Moves examples used in several places into components, so that the document stays small. */
import { titled } from './documented.ts'

type Media = { example?: unknown }
type Response = { content?: Record<string, Media> } | { $ref: string }
type Operation = { operationId: string; responses: Record<string, Response> }
type Paths = Record<string, Record<string, Operation>>

/** The places of each example, by its text. */
const placesOf = (paths: Paths): Map<string, string[]> => {
  const places = new Map<string, string[]>()
  for (const { operationId, responses } of Object.values(paths).flatMap((one) => Object.values(one)))
    for (const [status, response] of Object.entries(responses))
      for (const { example } of 'content' in response ? Object.values(response.content ?? {}) : []) {
        if (example === undefined) continue
        const text = JSON.stringify(example)
        places.set(text, [...(places.get(text) ?? []), titled(`${operationId}_${status}`)])
      }
  return places
}

/** An example of a single place stays there. Pure. */
export function shareExamples<Given extends Paths>(paths: Given): { paths: Given; examples: Record<string, object> } {
  const shared = [...placesOf(paths)].flatMap(([text, [name = '', ...others]]) =>
    others.length > 0 ? [[text, name] as const] : [],
  )
  const names = new Map(shared)
  const mediaOf = (media: Media): Media => {
    const { example, ...rest } = media
    const name = names.get(JSON.stringify(example))
    if (example === undefined || name === undefined) return media
    return { ...rest, examples: { recorded: { $ref: `#/components/examples/${name}` } } } as Media
  }
  const answersOf = (responses: Operation['responses']): Operation['responses'] =>
    mapped(responses, (response) =>
      'content' in response && response.content
        ? { ...response, content: mapped(response.content, mediaOf) }
        : response,
    )
  return {
    paths: mapped(paths, (operations) =>
      mapped(operations, (operation) => ({ ...operation, responses: answersOf(operation.responses) })),
    ) as Given,
    examples: Object.fromEntries(shared.map(([text, name]) => [name, { value: JSON.parse(text) as unknown }])),
  }
}

const mapped = <From, To>(object: Record<string, From>, to: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value)]))
