/** The CPU time of processes by what they are, from /proc: each process with its children, PostgreSQL by database. */
import { readdirSync, readFileSync } from 'node:fs'

/** A process at one moment; times in milliseconds. */
export type ProcessTimes = {
  /** Its id and its start, since ids are used again. */
  key: string
  pid: number
  parent: number
  /** What it used itself, all of its threads. */
  own: number
  /** What those of its children used that have ended. */
  ended: number
}

/** Linux counts in hundredths of a second, whatever the machine (USER_HZ). */
const TICK_MS = 10

/** Reads the line of /proc/PID/stat; the name in it may contain spaces and brackets. */
export function timesIn(stat: string): ProcessTimes {
  const pid = Number.parseInt(stat, 10)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]))
  return {
    key: `${pid} ${fields[19]}`,
    pid,
    parent: parent ?? 0,
    own: ((user ?? 0) + (system ?? 0)) * TICK_MS,
    ended: ((endedUser ?? 0) + (endedSystem ?? 0)) * TICK_MS,
  }
}

const CONNECTION = /^postgres: (?<role>\S+) (?<database>\S+) \S+\(\d+\)/

/** The database that a process of PostgreSQL works in, by its title; undefined for those that serve no connection. */
export const databaseIn = (title: string): string | undefined => CONNECTION.exec(title)?.groups?.database

/** The same with the role that it works for: `ledger_app in ledger`. */
export const roleIn = (title: string): string | undefined => {
  const { role, database } = CONNECTION.exec(title)?.groups ?? {}
  return role && `${role} in ${database}`
}

/** All processes there are. One may end while it is read. */
function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) && read(`/proc/${name}/stat`)
    return stat ? [timesIn(stat)] : []
  })
}

const titleOf = (pid: number): string => (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ')

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** What PostgreSQL's processes are called in the figures: the beginning of the name of each server. */
export const POSTGRES = 'PostgreSQL'
const BACKGROUND = ', background'

/** Milliseconds of CPU by process or database. */
export type CpuTimes = Record<string, number>

type Seen = ProcessTimes & { group: string }

/** Adds up what processes have used since they began, those that ended included. */
export class CpuMeter {
  readonly #names: ReadonlyMap<number, string>
  readonly #list: () => ProcessTimes[]
  readonly #titleOf: (pid: number) => string
  readonly #workIn: (title: string) => string | undefined
  /** As they were last seen, those that have ended since, too. */
  readonly #seen = new Map<string, Seen>()

  /**
   * @param pids by name; that of a server of PostgreSQL begins with POSTGRES
   * @param workIn what a process of such a server is at, by its title
   */
  constructor(pids: Readonly<Record<string, number>>, list = listProcesses, title = titleOf, workIn = databaseIn) {
    this.#names = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]))
    this.#list = list
    this.#titleOf = title
    this.#workIn = workIn
  }

  /**
   * Now and then, so that what ends meanwhile is known by its database: the rest of what its children used, a process
   * itself is charged with.
   */
  read(): CpuTimes {
    const processes = this.#list()
    const byPid = new Map(processes.map((process) => [process.pid, process]))
    const alive = new Set<string>()
    for (const process of processes) {
      const group = this.#groupOf(process, byPid)
      if (group === undefined) continue
      alive.add(process.key)
      this.#seen.set(process.key, { ...process, group })
    }
    const totals: CpuTimes = {}
    for (const { pid, group, own, ended } of this.#seen.values())
      totals[group] = (totals[group] ?? 0) + own + ended - this.#endedOf(pid, alive)
    return totals
  }

  /** What those of its ended children used that were seen. */
  #endedOf(pid: number, alive: ReadonlySet<string>): number {
    const ended = [...this.#seen.values()].filter(({ key, parent }) => parent === pid && !alive.has(key))
    return ended.reduce((sum, process) => sum + process.own + process.ended, 0)
  }

  #groupOf(process: ProcessTimes, byPid: ReadonlyMap<number, ProcessTimes>): string | undefined {
    const name = this.#names.get(process.pid)
    if (name !== undefined) return name.startsWith(POSTGRES) ? `${name}${BACKGROUND}` : name
    const parent = byPid.get(process.parent)
    const group = parent && this.#groupOf(parent, byPid)
    if (!group?.endsWith(BACKGROUND)) return group
    const work = this.#workIn(this.#titleOf(process.pid))
    return work === undefined ? group : `${group.slice(0, -BACKGROUND.length)}, ${work}`
  }
}

/** What was used between two readings. */
export const usedBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([group, ms]) => [group, ms - (before[group] ?? 0)]))
