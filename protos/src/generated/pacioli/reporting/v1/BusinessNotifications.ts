// Original file: pacioli/reporting/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface BusinessNotifications {
  'uncategorized_transactions_this_month'?: (number | string | Long);
  'uncategorized_transactions_all_time'?: (number | string | Long);
  'todo_tasks'?: (number | string | Long);
  'external_accounts_requiring_update'?: (number | string | Long);
}

export interface BusinessNotifications__Output {
  'uncategorized_transactions_this_month': (number);
  'uncategorized_transactions_all_time': (number);
  'todo_tasks': (number);
  'external_accounts_requiring_update': (number);
}
