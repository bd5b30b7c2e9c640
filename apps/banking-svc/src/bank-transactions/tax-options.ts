import type { TaxOptions__Output } from '@pacioli/protos/banking'
import type { TaxOptions } from './bank-transaction.ts'

/** As it is stored: null for what is absent. */
export const toTaxOptions = ({ canada }: TaxOptions__Output): TaxOptions => ({
  canada: canada.map((option) => ({
    code: option.code,
    display_name: option.display_name,
    type: option.type,
    total_rate: option.total_rate,
    components: option.components.map((component) => ({
      code: component.code,
      type: component.type,
      rate: component.rate,
      recoverable: component.recoverable,
      province: component.province ?? null,
    })),
    province: option.province ?? null,
    effective_from: option.effective_from ?? null,
    effective_to: option.effective_to ?? null,
  })),
})
