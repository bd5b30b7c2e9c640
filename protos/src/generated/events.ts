import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Event as _pacioli_reporting_v1_Event, Event__Output as _pacioli_reporting_v1_Event__Output } from './pacioli/reporting/v1/Event.ts';
import type { EventsPagination as _pacioli_reporting_v1_EventsPagination, EventsPagination__Output as _pacioli_reporting_v1_EventsPagination__Output } from './pacioli/reporting/v1/EventsPagination.ts';
import type { EventsServiceClient as _pacioli_reporting_v1_EventsServiceClient, EventsServiceDefinition as _pacioli_reporting_v1_EventsServiceDefinition } from './pacioli/reporting/v1/EventsService.ts';
import type { ListEventsRequest as _pacioli_reporting_v1_ListEventsRequest, ListEventsRequest__Output as _pacioli_reporting_v1_ListEventsRequest__Output } from './pacioli/reporting/v1/ListEventsRequest.ts';
import type { ListEventsResponse as _pacioli_reporting_v1_ListEventsResponse, ListEventsResponse__Output as _pacioli_reporting_v1_ListEventsResponse__Output } from './pacioli/reporting/v1/ListEventsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    reporting: {
      v1: {
        Event: MessageTypeDefinition<_pacioli_reporting_v1_Event, _pacioli_reporting_v1_Event__Output>
        EventsPagination: MessageTypeDefinition<_pacioli_reporting_v1_EventsPagination, _pacioli_reporting_v1_EventsPagination__Output>
        /**
         * What happened in a business, one event after the other.
         */
        EventsService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_EventsServiceClient> & { service: _pacioli_reporting_v1_EventsServiceDefinition }
        ListEventsRequest: MessageTypeDefinition<_pacioli_reporting_v1_ListEventsRequest, _pacioli_reporting_v1_ListEventsRequest__Output>
        ListEventsResponse: MessageTypeDefinition<_pacioli_reporting_v1_ListEventsResponse, _pacioli_reporting_v1_ListEventsResponse__Output>
      }
    }
  }
}

