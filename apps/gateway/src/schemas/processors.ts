import type { ProcessorConfiguration } from '@pacioli/protos/ledger'
import { Type } from 'typebox'
import { Body, Secret } from './parts.ts'

/** Its fields are named for the processor: `Stripe_Configuration` has `stripe_secret_last_4`. */
export const ProcessorConfigurationSchema = Type.Object(
  { type: Type.String({ pattern: '^\\w+_Configuration$', description: 'Such as `Stripe_Configuration`.' }) },
  {
    $id: 'Processor_Configuration',
    description: 'That the secret of a payment processor is kept. The secret itself is never told.',
    patternProperties: {
      '^[a-z][a-z0-9_]*_secret_last_4$': {
        type: 'string',
        minLength: 4,
        maxLength: 4,
        description: 'The last four characters of the secret, named for the processor: `stripe_secret_last_4`.',
      },
    },
    minProperties: 2,
    maxProperties: 2,
    additionalProperties: false,
  },
)

/** The configuration as callers see it. */
export const toProcessorConfiguration = (configuration: ProcessorConfiguration): Record<string, unknown> => ({
  type: `${configuration.display_name}_Configuration`,
  [`${configuration.processor}_secret_last_4`]: configuration.secret_last_4,
})

export const ConfigureProcessorBody = Body(
  { secret: Secret(8, 512, { description: 'What the processor gave you for its API. Kept encrypted, never shown.' }) },
  { examples: [{ secret: 'the secret of your account at the processor' }] },
)
