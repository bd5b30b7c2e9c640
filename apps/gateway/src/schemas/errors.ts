import { Type } from 'typebox'

const problem = {
  type: Type.String(),
  description: Type.String({ description: 'For people: what was expected, what came, what to do.' }),
  error_enum: Type.String({ description: 'For programs: the name of the error.' }),
  meta: Type.Object(
    {
      request_id: Type.String(),
      field: Type.Optional(Type.String({ description: 'Such as `37.line_items.0.amount`.' })),
    },
    { additionalProperties: true },
  ),
}

export const ErrorSchema = Type.Object(
  {
    ...problem,
    errors: Type.Array(Type.Object(problem), { description: 'Every problem found; the first repeats the top one.' }),
  },
  { $id: 'Error', description: 'Any answer that is not 2xx.' },
)
