/** The settings of a service that audits what it keeps. Apart from the code that does, so that commands load no more than they need. */
import { makeValidator } from '@pacioli/service/configuration'

const percent = makeValidator<number>(
  (given) => {
    const value = Number(given)
    if (!(value > 0 && value <= 100)) throw new Error(`expected a number above 0, up to 100, got "${given}"`)
    return value
  },
  { is: 'a percentage' },
)

const seconds = makeValidator<number>(
  (given) => {
    if (!/^[1-9]\d{0,6}$/.test(given)) throw new Error(`expected a whole number of seconds from 1 on, got "${given}"`)
    return Number(given)
  },
  { is: 'a whole number of seconds' },
)

export const auditSettings = {
  AUDIT_PERCENT: percent({
    default: 2.5,
    desc: 'how much of one processor audits of the books may take; with less, what has changed waits longer for its audit',
    docs: 'PROOF.md',
  }),
  AUDIT_ROUND_SECONDS: seconds({
    default: 43_200,
    desc: 'how long after an audit the whole of a business is audited again, whether or not it has changed',
    docs: 'PROOF.md',
  }),
}

export type Auditing = { percent: number; roundMs: number }

export const auditingOf = (env: { AUDIT_PERCENT: number; AUDIT_ROUND_SECONDS: number }): Auditing => ({
  percent: env.AUDIT_PERCENT,
  roundMs: env.AUDIT_ROUND_SECONDS * 1_000,
})
