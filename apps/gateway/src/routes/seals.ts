/** The sealed history: each log is told of by the service that keeps it. */
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Method, Services } from '../services.ts'

type Asked = { log: string }

/** The operations about one log that the caller names. */
const OF_ONE_LOG = [
  'ListSeals',
  'GetSeal',
  'ListLeaves',
  'ListCurrentStates',
  'ProveInclusion',
  'ProveConsistency',
] as const

export const sealHandlers = ({ seals }: Services): [id: string, handler: Handler][] => [
  [
    'getLatestSeals',
    async (request, reply, ready) => {
      const answers = await Promise.all(
        [...seals.values()].map(({ GetLatestSeals }) => request.call(GetLatestSeals, {})),
      )
      return answer(request, reply, ready, { data: answers.flatMap(({ data }) => data) })
    },
  ],
  ...OF_ONE_LOG.map((name): [string, Handler] => [
    `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    async (request, reply, ready) => {
      const asked = ready.read(requestPartsOf(request)) as Asked
      // The contract has checked that it is one of these.
      const method = seals.get(asked.log)?.[name] as unknown as Method
      return answer(request, reply, ready, await request.call(method, asked))
    },
  ]),
  [
    'proveEntry',
    async (request, reply, ready) => {
      const method = seals.get('LEDGER')?.ProveEntry as unknown as Method
      return answer(request, reply, ready, await request.call(method, ready.read(requestPartsOf(request))))
    },
  ],
]
