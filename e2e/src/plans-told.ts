/** What servers of a cluster say of the plans of statements, by auto_explain. */
import { readFileSync } from 'node:fs'

/** Settings of a server that says of each statement how it was planned. */
export const TELL_PLANS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  log_line_prefix: 'from %u|%d|%a|',
}

/**
 * The same of statements within functions, on a node: Citus fails to explain those of the coordinator, since it takes values of
 * PL/pgSQL for something else.
 */
export const TELL_PLANS_WITHIN = [
  'ALTER SYSTEM SET auto_explain.log_nested_statements = on',
  'SELECT pg_reload_conf()',
] as const

/** Who sent a statement. */
export type Sender = { role: string; database: string; application: string }

export type ToldPlan = Sender & {
  sql: string
  /** Of each part of the plan that Citus runs: over how many shards; undefined where it does not say. */
  tasks: (number | undefined)[]
}

const BEGINS = /^from ([^|]*)\|([^|]*)\|([^|]*)\|LOG: {2}duration: [\d.]+ ms {2}plan:$/

/** The plans of these senders in a log, in its order. */
export function plansToldIn(logFile: string, isMeant: (sender: Sender) => boolean): ToldPlan[] {
  const plans: ToldPlan[] = []
  let open: { sender: Sender; lines: string[] } | undefined
  const close = (): void => {
    if (open) plans.push(planOf(open.sender, open.lines.join('\n')))
    open = undefined
  }
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    // What goes on over several lines is indented by a tab.
    if (line.startsWith('\t')) {
      open?.lines.push(line.slice(1))
      continue
    }
    close()
    const [, role, database = '', application = ''] = BEGINS.exec(line) ?? []
    if (role === undefined) continue
    const sender = { role, database, application }
    if (isMeant(sender)) open = { sender, lines: [] }
  }
  close()
  return plans
}

function planOf(sender: Sender, text: string): ToldPlan {
  const told = JSON.parse(text) as { 'Query Text': string }
  return { ...sender, sql: told['Query Text'].replaceAll(/\s+/g, ' ').trim(), tasks: tasksIn(told) }
}

type PlanNode = Record<string, unknown> & {
  'Custom Plan Provider'?: string
  'Distributed Query'?: { Job?: { 'Task Count'?: number } }
}

function tasksIn(told: unknown): (number | undefined)[] {
  if (Array.isArray(told)) return told.flatMap((one) => tasksIn(one))
  if (typeof told !== 'object' || told === null) return []
  const node = told as PlanNode
  const within = Object.values(node).flatMap((one) => tasksIn(one))
  const isOfCitus = node['Custom Plan Provider']?.startsWith('Citus')
  return isOfCitus ? [node['Distributed Query']?.Job?.['Task Count'], ...within] : within
}
