// Original file: pacioli/reporting/v1/events.proto

import type { Event as _pacioli_reporting_v1_Event, Event__Output as _pacioli_reporting_v1_Event__Output } from '../../../pacioli/reporting/v1/Event.ts';
import type { EventsPagination as _pacioli_reporting_v1_EventsPagination, EventsPagination__Output as _pacioli_reporting_v1_EventsPagination__Output } from '../../../pacioli/reporting/v1/EventsPagination.ts';

export interface ListEventsResponse {
  'data'?: (_pacioli_reporting_v1_Event)[];
  'pagination'?: (_pacioli_reporting_v1_EventsPagination | null);
}

export interface ListEventsResponse__Output {
  'data': (_pacioli_reporting_v1_Event__Output)[];
  'pagination': (_pacioli_reporting_v1_EventsPagination__Output | null);
}
