/** Reads options and comments of protos. */
import { isErrorEnum, type ErrorEnum } from '@pacioli/errors'
import type { protobuf } from '@pacioli/protos'

export type Options = Record<string, unknown>
type Described = { parsedOptions?: unknown; comment?: string | null }

export const asList = <Item>(given: Item | Item[] | null | undefined): Item[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]

/** All values of an option. */
export const optionsOf = (object: object, name: string): unknown[] =>
  asList((object as Described).parsedOptions as Options[] | undefined).flatMap((option) =>
    name in option ? [option[name]] : [],
  )

export const optionOf = (object: object, name: string): Options => (optionsOf(object, name)[0] ?? {}) as Options

/** Paragraphs, in which a line break is a space. */
export const prose = (comment: string | null | undefined): string | undefined =>
  comment
    ?.split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n') || undefined

/** @throws Error for a name that the catalogue does not have */
export function errorOf(where: protobuf.ReflectionObject, name: string): ErrorEnum {
  if (isErrorEnum(name)) return name
  throw new Error(`${where.fullName} names an error ${name}, which the catalogue does not have`)
}
