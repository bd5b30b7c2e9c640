/** The most memory that a process had, as the kernel remembers it. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Bytes since it began, or since it was made to forget. */
export function peakOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}

/** From now on the peak is that of what follows. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
