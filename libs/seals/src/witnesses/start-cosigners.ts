/** Has the seals of a service cosigned by each of its witnesses, and shows operators how that goes. */
import { Counter, Gauge, type Registry, type ServiceLifecycle } from '@pacioli/service'
import type { Witnessing } from '../configuration.ts'
import { REASONS } from './add-checkpoint.ts'
import { Cosigner, type CosignerOptions } from './cosigner.ts'

export type StartOptions = Omit<CosignerOptions, 'witness' | 'everyMs' | 'onFailure'> & {
  witnessing: Witnessing
  metrics: Registry
}

/** Each on its own, so that none waits for another. @returns whom to tell of a history that is sealed further */
export function startCosigners(
  { witnessing: { witnesses, everyMs }, metrics, ...options }: StartOptions,
  life: Pick<ServiceLifecycle, 'onStop'>,
): (businessId: string) => void {
  const failures = new Counter({
    name: 'pacioli_seal_witness_failures_total',
    help: 'Times that a witness did not cosign a seal',
    labelNames: ['witness', 'reason'],
    registers: [metrics],
  })
  // The figures are there in every installation, also in one without a witness.
  if (witnesses.length === 0) for (const reason of REASONS) failures.inc({ witness: '', reason }, 0)
  const cosigners = witnesses.map((witness) => {
    const { name } = witness
    for (const reason of REASONS) failures.inc({ witness: name, reason }, 0)
    const onFailure = (reason: string): void => failures.inc({ witness: name, reason })
    const cosigner = new Cosigner({ ...options, witness, everyMs, onFailure })
    life.onStop(`asking ${name} to cosign`, () => cosigner.stop())
    return cosigner
  })
  new Gauge({
    name: 'pacioli_seal_witness_age_seconds',
    help: 'How long the log waits for a witness that does for longest',
    labelNames: ['witness'],
    registers: [metrics],
    collect() {
      if (cosigners.length === 0) this.set({ witness: '' }, 0)
      for (const cosigner of cosigners) this.set({ witness: cosigner.witness }, cosigner.waitingMs() / 1_000)
    },
  })
  return (businessId) => {
    for (const cosigner of cosigners) cosigner.touch([businessId])
  }
}
