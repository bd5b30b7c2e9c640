/** Holds processes to a share of a core, by a control group of the kernel (version 1 or 2); only root may make one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kernel looks ten times a second whether a group has used up what it may. */
const PERIOD_US = 100_000
const ROOT = '/sys/fs/cgroup'
const FIRST = join(ROOT, 'cpu')

export type ShareOfCpu = {
  /** Processes and all that they start from now on. */
  hold: (pids: readonly number[]) => void
  /** In how many of the kernel's periods it was stopped, and of how many in which it had something to do. */
  stopped: () => { periods: number; stopped: number }
  /** Lets go of what it holds. */
  remove: () => void
}

/** @throws Error where this process may not make control groups */
export function shareOfCpu(name: string, cores: number): ShareOfCpu {
  const isFirst = existsSync(join(FIRST, 'cpu.cfs_quota_us'))
  const parent = isFirst ? FIRST : ROOT
  const group = join(parent, name)
  const quota = cores * PERIOD_US
  try {
    if (!isFirst) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(group)
    if (isFirst) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
    } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
  } catch (error) {
    throw new Error(
      'Expected to be allowed to make control groups for CPU: as root, where /sys/fs/cgroup is writable.',
      {
        cause: error,
      },
    )
  }
  const procs = (of: string): string => join(of, 'cgroup.procs')
  const move = (pid: number, to: string): void => {
    try {
      writeFileSync(procs(to), String(pid))
    } catch {
      // It has ended.
    }
  }
  return {
    hold: (pids) => pids.forEach((pid) => move(pid, group)),
    stopped: () => {
      const told = readFileSync(join(group, 'cpu.stat'), 'utf8')
      const valueOf = (what: string): number => Number(new RegExp(`^${what} (\\d+)$`, 'm').exec(told)?.[1])
      return { periods: valueOf('nr_periods'), stopped: valueOf('nr_throttled') }
    },
    remove: () => {
      for (const pid of readFileSync(procs(group), 'utf8').trim().split('\n').filter(Boolean)) move(Number(pid), parent)
      rmdirSync(group)
    },
  }
}

/** A process and those that it has started. */
export function withChildren(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
