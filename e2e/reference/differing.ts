import type { Examples } from './steady.ts'

/** Pure. @returns the operations, as `createBill 201`, of which one has another example than the other, or one alone has any */
export function differingOperations(before: Examples, now: Examples): string[] {
  const parts = ([id, shown]: [string, Record<string, unknown>]) => Object.keys(shown).map((part) => `${id} ${part}`)
  const all = new Set([before, now].flatMap((examples) => Object.entries(examples).flatMap(parts)))
  const at = (examples: Examples, name: string): string => {
    const [id = '', part = ''] = name.split(' ')
    return JSON.stringify(examples[id]?.[part])
  }
  return [...all].filter((name) => at(before, name) !== at(now, name))
}

/** Pure. @returns where the examples of one of these first differ, with what was there and what is, for who looks for the cause */
export function firstDifference(before: Examples, now: Examples, name: string): string {
  const [id = '', part = ''] = name.split(' ')
  const within = (place: string, one: unknown, other: unknown): string => {
    const keys = [one, other].map((value) => (typeof value === 'object' && value !== null ? Object.keys(value) : []))
    const [ones = [], others = []] = keys
    if (ones.length > 0 && String(ones) === String(others))
      for (const key of ones) {
        const [was, is] = [one, other].map((value) => (value as Record<string, unknown>)[key])
        if (JSON.stringify(was) !== JSON.stringify(is)) return within(`${place}.${key}`, was, is)
      }
    return `${place} was ${JSON.stringify(one)?.slice(0, 300)}, and is ${JSON.stringify(other)?.slice(0, 300)}`
  }
  return within(name, before[id]?.[part], now[id]?.[part])
}
