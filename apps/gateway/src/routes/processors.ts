import { Type } from 'typebox'
import * as examples from '../schemas/examples.ts'
import { Data, refTo } from '../schemas/parts.ts'
import {
  ConfigureProcessorBody,
  ProcessorConfigurationSchema,
  toProcessorConfiguration,
} from '../schemas/processors.ts'
import type { Services } from '../services.ts'
import { reads, writes, type Routes } from './route.ts'

const tags = ['Configuration']
const params = Type.Object({
  processor: Type.String({ description: 'The name of the payment processor, such as `stripe`.' }),
})
const answer = Data(
  refTo(ProcessorConfigurationSchema),
  examples.processorConfiguration,
  'The last four characters of the secret that is kept.',
)

const configureProcessor = {
  operationId: 'configureProcessor',
  summary: 'Keep the secret of a payment processor',
  description:
    'One secret per client and processor: a new one takes the place of the old one. It is kept encrypted and never ' +
    'shown again. An Idempotency-Key is accepted and ignored, since nothing of a request with a secret is stored; ' +
    'repeating the request changes nothing.',
  tags,
  params,
  body: ConfigureProcessorBody,
  response: { 200: answer },
}

const getProcessorConfiguration = {
  operationId: 'getProcessorConfiguration',
  summary: 'See whether the secret of a payment processor is kept',
  description: 'Tells the last four characters of the secret.',
  tags,
  params,
  response: { 200: answer },
}

export const processorRoutes =
  ({ processors }: Services): Routes =>
  (app, _options, done) => {
    app.put(
      '/configure/:processor',
      {
        schema: configureProcessor,
        config: writes('configure:write', ['ProcessorNotFound'], { platformOnly: true }),
      },
      async (request) => {
        const { processor } = request.params
        const kept = await request.ask(processors.ConfigureProcessor, { processor, secret: request.body.secret })
        return { data: toProcessorConfiguration(kept) }
      },
    )

    app.get(
      '/configure/:processor',
      {
        schema: getProcessorConfiguration,
        config: reads('configure:read', ['ProcessorNotFound'], { platformOnly: true }),
      },
      async (request) => {
        const { processor } = request.params
        return {
          data: toProcessorConfiguration(await request.ask(processors.GetProcessorConfiguration, { processor })),
        }
      },
    )
    done()
  }
