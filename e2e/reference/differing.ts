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
