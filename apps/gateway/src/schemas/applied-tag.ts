import { Type } from 'typebox'
import { instant, Null, Resource, uuid } from './parts.ts'

export const AppliedTag = Resource(
  {
    id: Type.String(uuid),
    key: Type.String(),
    value: Type.String(),
    dimension_id: Type.String(uuid),
    definition_id: Type.String(uuid),
    dimension_display_name: Null(Type.String()),
    value_display_name: Null(Type.String()),
    archived_at: Null(Type.String(instant)),
  },
  { $id: 'Applied_Tag' },
)
