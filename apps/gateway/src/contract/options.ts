/** How options of protos, and the words of their comments, are read. */
import { isErrorEnum, type ErrorEnum } from '@pacioli/errors'
import type { protobuf } from '@pacioli/protos'

export type Options = Record<string, unknown>
type Described = { parsedOptions?: unknown; comment?: string | null }

export const asList = <Item>(given: Item | Item[] | null | undefined): Item[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]

/** All values that an option was given. */
export const optionsOf = (object: object, name: string): unknown[] =>
  asList((object as Described).parsedOptions as Options[] | undefined).flatMap((option) =>
    name in option ? [option[name]] : [],
  )

export const optionOf = (object: object, name: string): Options => (optionsOf(object, name)[0] ?? {}) as Options

/** Paragraphs as they are read: a line break within one is a space. */
export const prose = (comment: string | null | undefined): string | undefined =>
  comment
    ?.split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n') || undefined

/** @throws Error for a refusal that the catalogue does not have */
export function errorOf(where: protobuf.ReflectionObject, name: string): ErrorEnum {
  if (isErrorEnum(name)) return name
  throw new Error(`${where.fullName} names an error ${name}, which the catalogue does not have`)
}
