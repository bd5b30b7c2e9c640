/** What an operation costs the whole system, by process, until everything that follows from it is done. */
import type { Stack } from '@pacioli/dev-stack'
import { setTimeout as pause } from 'node:timers/promises'
import { behindOf, caughtUp, type Behind } from './behind.ts'
import { CpuMeter, POSTGRES, usedBetween, type CpuTimes } from './cpu.ts'
import { rateOf } from './measure.ts'

/** So many callers at once, each sending the next request when the last one is answered. */
export type Load = { callers: number; count: number; act: (index: number, caller: number) => Promise<unknown> }

export type Cost = {
  perSecond: number
  /** Milliseconds of CPU for each operation, by process. */
  cpu: CpuTimes
  /** The same of this process, which makes the load: no part of the system. */
  driver: number
  /** While the load lasted, and when it ended. */
  atMost: Behind
  atEnd: Behind
}

/** Between two looks at how far the rest is behind. */
const LOOK_MS = 500
/** Every so often also at the processes, so that few end unseen; that takes the time of some twenty requests. */
const LOOKS_EACH = 4

/** The CPU of all processes of a stack. */
export const meterOf = (stack: Stack): CpuMeter => {
  const services = Object.entries(stack.services).map(([name, { pid }]) => [name, pid] as const)
  const all = [...services, [POSTGRES, stack.postgres.pid] as const, ['nats-server', stack.nats.pid] as const]
  return new CpuMeter(Object.fromEntries(all.map(([name, pid]) => [name, pid ?? missing(name)])))
}

const missing = (name: string): never => {
  throw new Error(`Expected ${name} to run.`)
}

/** Counts from a system at rest to a system at rest: what is done after an answer is part of its cost. */
export async function costOf(stack: Stack, meter: CpuMeter, load: Load): Promise<Cost> {
  await caughtUp(stack)
  let atMost: Behind = { waiting: 0, ms: 0 }
  const look = async (): Promise<Behind> => {
    const behind = await behindOf(stack)
    atMost = { waiting: Math.max(atMost.waiting, behind.waiting), ms: Math.max(atMost.ms, behind.ms) }
    return behind
  }
  const before = meter.read()
  const driver = process.cpuUsage()
  let isOver = false
  const watch = async (): Promise<void> => {
    for (let looks = 1; ; looks++) {
      await pause(LOOK_MS)
      if (isOver) return
      if (looks % LOOKS_EACH === 0) meter.read()
      await look()
    }
  }
  const loaded = async (): Promise<[number, Behind]> => {
    const perSecond = await rateOf(load.callers, load.count, load.act).finally(() => (isOver = true))
    return [perSecond, await look()]
  }
  const [[perSecond, atEnd]] = await Promise.all([loaded(), watch()])
  const { user, system } = process.cpuUsage(driver)
  await caughtUp(stack)
  const used = usedBetween(before, meter.read())
  const cpu = Object.fromEntries(Object.entries(used).map(([process, ms]) => [process, ms / load.count]))
  return { perSecond, cpu, driver: (user + system) / 1_000 / load.count, atMost, atEnd }
}

const REST_MS = 5_000

/** What a system uses that nobody asks anything: milliseconds of CPU a second. */
export async function restOf(stack: Stack, meter: CpuMeter): Promise<number> {
  await caughtUp(stack)
  const [began, before] = [performance.now(), meter.read()]
  await pause(REST_MS)
  const cpu = usedBetween(before, meter.read())
  return (cpuOf({ cpu }) * 1_000) / (performance.now() - began)
}

/** Of all processes, or of those that fit. */
export const cpuOf = ({ cpu }: Pick<Cost, 'cpu'>, fits: (process: string) => boolean = () => true): number =>
  Object.entries(cpu).reduce((sum, [process, ms]) => (fits(process) ? sum + ms : sum), 0)
