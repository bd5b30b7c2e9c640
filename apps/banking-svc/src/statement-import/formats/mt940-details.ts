/** Field 86 of MT940, the details of an entry: free text, or one of the forms that banks agreed on. Pure. */
import { clean, reference } from './statement.ts'

export type EntryDetails = { description: string | null; counterparty: string | null; reference: string | null }

/** SWIFT breaks lines after so many characters, even within words. */
const SWIFT_WIDTH = 65
/** The same for fields of the German form. */
const FIELD_WIDTH = 27

const structured = /^\s*\d{3}([?>~@^])(?=\s*\d{2})/
const slashes = /^\/(?:[A-Z]{3,4}|[A-Z]+)\//

export function detailsOf(lines: readonly string[]): EntryDetails {
  const joined = lines.join('')
  const mark = structured.exec(joined)?.[1]
  if (mark !== undefined) return fromFields(joined.slice(joined.indexOf(mark)), mark)
  const text = joinLines(lines)
  return slashes.test(text) ? fromSlashes(text) : { description: clean(text), counterparty: null, reference: null }
}

const joinLines = (lines: readonly string[]): string =>
  lines.reduce((text, line, index) => {
    const before = lines[index - 1]
    return text + (before === undefined ? '' : before.length >= SWIFT_WIDTH ? '' : ' ') + line
  }, '')

/** `?00`: kind of booking; `?20` to `?29` and `?60` to `?63`: purpose; `?32`, `?33`: counterparty. */
function fromFields(text: string, mark: string): EntryDetails {
  const fields = text
    .split(mark)
    .map((field) => /^\s*(\d{2})(.*)$/s.exec(field))
    .flatMap((found) => (found ? [{ number: Number(found[1]), text: found[2] ?? '' }] : []))
  const between = (from: number, to: number) => fields.filter(({ number }) => number >= from && number <= to)
  const purpose = joinFields([...between(20, 29), ...between(60, 63)])
  const kind = joinFields(between(0, 0))
  const sepa = fromSepa(purpose)
  return {
    description: clean(sepa.purpose) ?? clean(purpose) ?? clean(kind),
    counterparty: clean(joinFields(between(32, 33))),
    reference: reference(sepa.reference),
  }
}

const joinFields = (fields: readonly { text: string }[]): string =>
  fields.reduce((text, field, index) => {
    const before = fields[index - 1]?.text
    return text + (before === undefined || before.length >= FIELD_WIDTH ? '' : ' ') + field.text
  }, '')

/** `EREF+…`, `SVWZ+…`: the payment's references within the purpose. */
function fromSepa(purpose: string): { purpose?: string | undefined; reference?: string | undefined } {
  const parts = purpose.split(/(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/)
  const valueOf = (key: string): string | undefined => {
    const at = parts.indexOf(key)
    return at < 0 ? undefined : parts[at + 1]
  }
  return { purpose: valueOf('SVWZ'), reference: valueOf('EREF') }
}

/** `/EREF/…/NAME/…/REMI/…`, as banks in the Netherlands write it. */
function fromSlashes(text: string): EntryDetails {
  const parts = text.split(
    /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|CNTP|PREF|RTRN|ISDT|PURP|ULTC|ULTD|SVCL)\//,
  )
  const valueOf = (key: string): string | undefined => {
    const at = parts.indexOf(key)
    return at < 0 ? undefined : parts[at + 1]
  }
  const remittance = valueOf('REMI')
    ?.replace(/^(USTD|STRD)\/+/, '')
    .replace(/^\/+/, '')
  return {
    description: clean(remittance) ?? clean(text),
    counterparty: clean(valueOf('NAME') ?? valueOf('CNTP')?.split('/')[2]),
    reference: reference(valueOf('EREF')),
  }
}
