import type { Bench, Figure, Target } from '../bench.ts'
import { asSuperuser, enterReadModels } from '../tools/database.ts'
import { gatewayOf } from '../tools/gateway.ts'
import { alternately } from '../tools/measure.ts'
import { median, ratios } from '../tools/statistics.ts'
import { openMany, postTo, untilTaken, type Setting } from './businesses.ts'
import { intakeRate } from './intake-rate.ts'
import { outboxDrain } from './outbox-drain.ts'

const OTHERS = 20
/** What works off a backlog shares the machine with the others. */
const LAG_TARGETS = { locked: { atMost: 1.5 }, backlog: { atMost: 3 } }
const BACKLOG = { requests: 8, entries: 500 }

export const events: Bench = {
  name: 'events',
  description:
    'how far reports are behind the books of a business beside a slow one, how fast they take events in, and how fast those are published',
  parts: ['locked', 'backlog', 'intake', 'outbox'],
  rounds: 3,
  run: async ({ stack, measure }) => {
    const setting: Setting = {
      stack,
      gateway: gatewayOf(stack, 4),
      ledger: asSuperuser(stack),
      reporting: asSuperuser(stack, 'reporting'),
    }
    const [slow, ...others] = await openMany(setting, OTHERS + 1)
    if (!slow) throw new Error('Expected a business.')
    await enterReadModels(setting.reporting, slow.id)
    for (const one of [slow, ...others]) await postTo(setting, one)
    await untilTaken(setting, [slow, ...others])

    const lagOfOthers = async (): Promise<number> => {
      const lags: number[] = []
      for (const one of others) {
        await postTo(setting, one)
        const began = performance.now()
        await untilTaken(setting, [one])
        lags.push(performance.now() - began)
      }
      // Not the median: entries behind a locked business wait for its whole lock.
      return lags.reduce((sum, lag) => sum + lag, 0) / lags.length
    }
    /** With the rows of one business locked, and entries of it waiting for them. */
    const lagBesideLocked = async (): Promise<number> => {
      await setting.reporting.query('BEGIN')
      await setting.reporting.query('SELECT FROM account_days WHERE business_id = $1 FOR UPDATE', [slow.id])
      try {
        for (let count = 0; count < 5; count++) await postTo(setting, slow)
        return await lagOfOthers()
      } finally {
        await setting.reporting.query('COMMIT')
        await untilTaken(setting, [slow])
      }
    }
    /** While a long backlog of one business is consumed: it was published before the others post. */
    const lagBesideBacklog = async (): Promise<number> => {
      await setting.reporting.query('BEGIN')
      await setting.reporting.query('SELECT FROM account_days WHERE business_id = $1 FOR UPDATE', [slow.id])
      try {
        for (let count = 0; count < BACKLOG.requests; count++) await postTo(setting, slow, BACKLOG.entries)
      } finally {
        await setting.reporting.query('COMMIT')
      }
      const lag = await lagOfOthers()
      await untilTaken(setting, [slow])
      return lag
    }

    await measure('locked', async () =>
      lagFigure('one whose rows are locked', LAG_TARGETS.locked, await alternately(lagBesideLocked, lagOfOthers)),
    )
    const waiting = `one of which ${(BACKLOG.requests * BACKLOG.entries).toLocaleString('en-US')} entries wait`
    await measure('backlog', async () =>
      lagFigure(waiting, LAG_TARGETS.backlog, await alternately(lagBesideBacklog, lagOfOthers)),
    )
    await measure('intake', () => intakeRate(setting, slow, others))
    await measure('outbox', () => outboxDrain(setting, slow))
    await Promise.all([setting.gateway.close(), setting.ledger.end(), setting.reporting.end()])
  },
}

const lagFigure = (
  beside: string,
  target: Target,
  { first, second }: { first: number[]; second: number[] },
): Figure => ({
  what: `From a posting to reports, in each of ${OTHERS} businesses beside ${beside} / without it`,
  sides: `${median(first).toFixed(0)} ms / ${median(second).toFixed(0)} ms`,
  value: median(ratios(first, second)),
  target,
  samples: { beside_ms: first, without_ms: second },
})
