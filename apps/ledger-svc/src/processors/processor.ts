/** Payment processors, and what is shown of their secrets. Pure. */

/** `name` is in paths and fields, `displayName` (words joined by underscores) in the type of the answer. */
export type Processor = { name: string; displayName: string }

/** What is stored of a secret besides the secret itself. */
export type ProcessorSecret = { processor: string; last4: string; updatedAt: Date }

export const DEFAULT_PROCESSORS = 'stripe,square,adyen,braintree,authorize_net,checkout_com,paypal,worldpay'

/** The name becomes a part of a field's name. */
const processorName = /^[a-z][a-z0-9_]{1,31}$/
const displayName = /^[A-Za-z][A-Za-z0-9_]{1,63}$/

/**
 * Reads `stripe,authorize_net:Authorize_Net`; without a display name the words of the name get capitals.
 * @throws Error naming the wrong entry
 */
export function readProcessors(list: string): ReadonlyMap<string, Processor> {
  const entries = list.split(',').map((entry) => entry.trim())
  const processors = entries.map((entry): Processor => {
    const [name = '', shown = inCapitals(name), ...rest] = entry.split(':')
    if (!processorName.test(name) || !displayName.test(shown) || rest.length > 0)
      throw new Error(`expected names like stripe or authorize_net:Authorize_Net, separated by commas, got "${entry}"`)
    return { name, displayName: shown }
  })
  const byName = new Map(processors.map((processor) => [processor.name, processor]))
  if (byName.size < processors.length) throw new Error('expected every processor once')
  return byName
}

const inCapitals = (name: string): string => name.replace(/(^|_)[a-z]/g, (start) => start.toUpperCase())

/** The last four characters; a character is a code point, so none is cut in half. */
export const lastFour = (secret: string): string => [...secret].slice(-4).join('')
