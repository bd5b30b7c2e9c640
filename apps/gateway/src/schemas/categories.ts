import { Type } from 'typebox'
import { Always, instant, ListOf, Null, paging, Query, refTo, Resource, Text, uuid } from './parts.ts'

const NamedValue = Resource({ value: Type.String(), display_name: Type.String() })

export const CategoryNode = Resource(
  {
    type: Always('Category'),
    id: Null(Type.String(uuid), { description: 'The account; null for `Exclusion`.' }),
    category: Type.String({ description: 'What a request names it by.' }),
    display_name: Type.String(),
    stable_name: Null(Type.String()),
    account_type: Null(NamedValue),
    account_subtype: Null(NamedValue),
    sub_categories: ListOf(refTo({ $id: 'Category_Node' })),
  },
  { $id: 'Category_Node', description: 'What a transaction can be categorized as, with what is under it.' },
)

export const Categories = Resource(
  { type: Always('Categories'), categories: ListOf(refTo(CategoryNode)) },
  { $id: 'Categories' },
)

export const Counterparty = Resource(
  { type: Always('Counterparty'), id: Type.String(uuid), name: Type.String(), created_at: Type.String(instant) },
  { $id: 'Counterparty', description: 'Whom money came from or went to.' },
)

export const ListCounterpartiesQuery = Query({
  ...paging(['name']),
  name: Type.Optional(Text(255, { description: 'Somewhere in the name, whatever the case.' })),
})
