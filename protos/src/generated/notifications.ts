import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BusinessNotifications as _pacioli_reporting_v1_BusinessNotifications, BusinessNotifications__Output as _pacioli_reporting_v1_BusinessNotifications__Output } from './pacioli/reporting/v1/BusinessNotifications.ts';
import type { GetBusinessNotificationsRequest as _pacioli_reporting_v1_GetBusinessNotificationsRequest, GetBusinessNotificationsRequest__Output as _pacioli_reporting_v1_GetBusinessNotificationsRequest__Output } from './pacioli/reporting/v1/GetBusinessNotificationsRequest.ts';
import type { NotificationsServiceClient as _pacioli_reporting_v1_NotificationsServiceClient, NotificationsServiceDefinition as _pacioli_reporting_v1_NotificationsServiceDefinition } from './pacioli/reporting/v1/NotificationsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    reporting: {
      v1: {
        BusinessNotifications: MessageTypeDefinition<_pacioli_reporting_v1_BusinessNotifications, _pacioli_reporting_v1_BusinessNotifications__Output>
        GetBusinessNotificationsRequest: MessageTypeDefinition<_pacioli_reporting_v1_GetBusinessNotificationsRequest, _pacioli_reporting_v1_GetBusinessNotificationsRequest__Output>
        /**
         * What a business should be told of.
         */
        NotificationsService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_NotificationsServiceClient> & { service: _pacioli_reporting_v1_NotificationsServiceDefinition }
      }
    }
  }
}

