import { refused } from '@pacioli/errors'
import { ProcessorsService, type ProcessorConfiguration } from '@pacioli/protos/ledger'
import { clientOf, implement, type Implementation } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { configureProcessor, getProcessorSecret } from './processor-secrets.ts'
import type { Processor, ProcessorSecret } from './processor.ts'

const toMessage = ({ displayName }: Processor, { processor, last4, updatedAt }: ProcessorSecret) =>
  ({
    processor,
    display_name: displayName,
    secret_last_4: last4,
    updated_at: updatedAt.toISOString(),
  }) satisfies ProcessorConfiguration

/** @param known the processors that secrets are kept for, by name */
export function processorsRpc(ledger: Ledger, known: ReadonlyMap<string, Processor>): Implementation {
  const find = (name: string): Processor => {
    const processor = known.get(name)
    if (processor) return processor
    const text = `There is no payment processor ${JSON.stringify(name.slice(0, 100))}; known are ${[...known.keys()].join(', ')}.`
    throw refused('ProcessorNotFound', text, { field: 'processor' })
  }
  return implement(ProcessorsService, {
    ConfigureProcessor: async ({ processor: name, secret }, context) => {
      const processor = find(name)
      return toMessage(processor, await configureProcessor(ledger, clientOf(context), processor, secret))
    },
    GetProcessorConfiguration: async ({ processor: name }, context) => {
      const processor = find(name)
      return toMessage(processor, await getProcessorSecret(ledger, clientOf(context), processor))
    },
  })
}
