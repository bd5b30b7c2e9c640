import { Type } from 'typebox'
import { Always, Resource } from './parts.ts'

export const BusinessNotifications = Resource(
  {
    type: Always('Business_Notifications'),
    uncategorized_transactions_this_month: Type.Integer({
      description: 'Of the current month in the time zone of the business.',
    }),
    uncategorized_transactions_all_time: Type.Integer({ description: 'Since the business was activated.' }),
    todo_tasks: Type.Integer({
      description: 'Tasks that are TODO or ASSIGNED, of a business enrolled in bookkeeping; else 0.',
    }),
    external_accounts_requiring_update: Type.Integer({
      description: 'External accounts whose connection needs to be linked anew or repaired.',
    }),
  },
  { $id: 'Business_Notifications', description: 'What a business should be told of.' },
)
