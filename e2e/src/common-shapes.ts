/** What the answers about several parts of the business are made of. */

export type Direction = 'DEBIT' | 'CREDIT'

export interface Data<Resource> {
  data: Resource
}

export interface Pagination {
  sort_by: string
  sort_order: 'ASC' | 'DESC'
  cursor: string | null
  has_more: boolean
  total_count: number
}

export interface Page<Resource> {
  data: Resource[]
  meta: { type: string; pagination: Pagination }
}

export interface AccountFields {
  id: { type: 'AccountId'; id: string }
  name: string
  account_number: string | null
  stable_name: { type: 'StableName'; stable_name: string } | null
  normality: Direction
  account_type: { value: string; display_name: string }
  account_subtype: { value: string; display_name: string }
}

export interface AppliedTag {
  id: string
  key: string
  value: string
  dimension_id: string
  definition_id: string
  dimension_display_name: string | null
  value_display_name: string | null
  archived_at: string | null
}
