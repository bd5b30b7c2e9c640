/** The most memory that a process had, as the kernel remembers it. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Bytes since it began. */
export function peakOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const LOOK_MS = 5

/** The most that any process had that this one began meanwhile: looked at again and again, because it ends. */
export async function peakOfChildren<Result>(
  pid: number,
  meanwhile: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      for (const child of childrenOf(pid))
        try {
          peak = Math.max(peak, peakOf(child) || 0)
        } catch {
          // It has ended.
        }
      await pause(LOOK_MS)
    }
  }
  const watching = watch()
  try {
    const result = await meanwhile()
    return { result, peak }
  } finally {
    isOver = true
    await watching
  }
}
