import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ReportPiece as _pacioli_reporting_v1_ReportPiece, ReportPiece__Output as _pacioli_reporting_v1_ReportPiece__Output } from './pacioli/reporting/v1/ReportPiece.ts';
import type { ReportRequest as _pacioli_reporting_v1_ReportRequest, ReportRequest__Output as _pacioli_reporting_v1_ReportRequest__Output } from './pacioli/reporting/v1/ReportRequest.ts';
import type { ReportsServiceClient as _pacioli_reporting_v1_ReportsServiceClient, ReportsServiceDefinition as _pacioli_reporting_v1_ReportsServiceDefinition } from './pacioli/reporting/v1/ReportsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    reporting: {
      v1: {
        ReportPiece: MessageTypeDefinition<_pacioli_reporting_v1_ReportPiece, _pacioli_reporting_v1_ReportPiece__Output>
        ReportRequest: MessageTypeDefinition<_pacioli_reporting_v1_ReportRequest, _pacioli_reporting_v1_ReportRequest__Output>
        /**
         * Reports out of the read models of reporting-svc, as large as they come.
         */
        ReportsService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_ReportsServiceClient> & { service: _pacioli_reporting_v1_ReportsServiceDefinition }
      }
    }
  }
}

