import type { Figure } from '../bench.ts'
import { published } from '../tools/behind.ts'
import { alternately } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { postTo, takenOf, untilTaken, type Posted, type Setting } from './businesses.ts'

const ENTRIES = (): number => sized(4_000, 20)
const BULK = 500

/**
 * Events published while reporting-svc was away are consumed when it is back: entries a second, from its first batch
 * on, so that its start does not count.
 */
export async function intakeRate(setting: Setting, one: Posted, many: readonly Posted[]): Promise<Figure> {
  const [service] = setting.stack.replicas['reporting-svc']
  if (!service) throw new Error('Expected a reporting-svc.')
  const rate = async (businesses: readonly Posted[]): Promise<number> => {
    await service.stop()
    const each = ENTRIES() / businesses.length
    for (const business of businesses)
      for (let left = each; left > 0; left -= BULK) await postTo(setting, business, Math.min(left, BULK))
    await published(setting.stack, 'ledger-svc')
    const before = await takenOf(setting, businesses)
    await service.start()
    await untilTaken(setting, businesses, before + 1)
    const began = performance.now()
    const atFirst = await takenOf(setting, businesses)
    await untilTaken(setting, businesses)
    return (before + ENTRIES() - atFirst) / ((performance.now() - began) / 1_000)
  }
  const { first, second } = await alternately(
    () => rate(many),
    () => rate([one]),
  )
  return {
    what: `Taking in ${ENTRIES().toLocaleString('en-US')} entries of ${many.length} businesses / of one`,
    sides: `${median(first).toFixed(0)} entries/s / ${median(second).toFixed(0)} entries/s`,
    value: median(ratios(first, second)),
    target: { atLeast: 1 },
    samples: { many_per_second: first, one_per_second: second },
  }
}
