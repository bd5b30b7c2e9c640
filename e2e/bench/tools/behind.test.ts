import { expect, test } from 'vitest'
import { behindIn } from './behind.ts'

const ledger = `# TYPE pacioli_outbox_backlog gauge
pacioli_outbox_backlog{service="ledger"} 3
pacioli_outbox_age_seconds{service="ledger"} 0.25
pacioli_consumer_pending_other{service="ledger"} 99
`
const reporting = `pacioli_outbox_backlog{service="reporting"} 0
pacioli_outbox_age_seconds{service="reporting"} 0
pacioli_consumer_pending{consumer="reporting",service="reporting"} 4
pacioli_consumer_pending{consumer="reporting-feed",service="reporting"} 10
pacioli_consumer_age_seconds{consumer="reporting",service="reporting"} 0.5
pacioli_consumer_age_seconds{consumer="reporting-feed",service="reporting"} 0.75
`

test('what waits anywhere is behind, and the oldest of it may have waited to be published, too', () => {
  expect(behindIn([ledger, reporting])).toEqual({ waiting: 17, ms: 1_000 })
})

test('services that tell nothing are not taken for services at rest', () => {
  expect(() => behindIn(['process_cpu_seconds_total 1'])).toThrow('found none')
})
