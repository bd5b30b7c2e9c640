import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FlatCell as _pacioli_reporting_v1_FlatCell, FlatCell__Output as _pacioli_reporting_v1_FlatCell__Output } from './pacioli/reporting/v1/FlatCell.ts';
import type { FlatRow as _pacioli_reporting_v1_FlatRow, FlatRow__Output as _pacioli_reporting_v1_FlatRow__Output } from './pacioli/reporting/v1/FlatRow.ts';
import type { PresignedDocument as _pacioli_reporting_v1_PresignedDocument, PresignedDocument__Output as _pacioli_reporting_v1_PresignedDocument__Output } from './pacioli/reporting/v1/PresignedDocument.ts';
import type { PresignedDocumentAnswer as _pacioli_reporting_v1_PresignedDocumentAnswer, PresignedDocumentAnswer__Output as _pacioli_reporting_v1_PresignedDocumentAnswer__Output } from './pacioli/reporting/v1/PresignedDocumentAnswer.ts';
import type { ReportColumn as _pacioli_reporting_v1_ReportColumn, ReportColumn__Output as _pacioli_reporting_v1_ReportColumn__Output } from './pacioli/reporting/v1/ReportColumn.ts';
import type { ReportExportsServiceClient as _pacioli_reporting_v1_ReportExportsServiceClient, ReportExportsServiceDefinition as _pacioli_reporting_v1_ReportExportsServiceDefinition } from './pacioli/reporting/v1/ReportExportsService.ts';
import type { ReportHead as _pacioli_reporting_v1_ReportHead, ReportHead__Output as _pacioli_reporting_v1_ReportHead__Output } from './pacioli/reporting/v1/ReportHead.ts';
import type { ReportPart as _pacioli_reporting_v1_ReportPart, ReportPart__Output as _pacioli_reporting_v1_ReportPart__Output } from './pacioli/reporting/v1/ReportPart.ts';
import type { ReportRequest as _pacioli_reporting_v1_ReportRequest, ReportRequest__Output as _pacioli_reporting_v1_ReportRequest__Output } from './pacioli/reporting/v1/ReportRequest.ts';
import type { ReportsServiceClient as _pacioli_reporting_v1_ReportsServiceClient, ReportsServiceDefinition as _pacioli_reporting_v1_ReportsServiceDefinition } from './pacioli/reporting/v1/ReportsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    reporting: {
      v1: {
        FlatCell: MessageTypeDefinition<_pacioli_reporting_v1_FlatCell, _pacioli_reporting_v1_FlatCell__Output>
        FlatRow: MessageTypeDefinition<_pacioli_reporting_v1_FlatRow, _pacioli_reporting_v1_FlatRow__Output>
        PresignedDocument: MessageTypeDefinition<_pacioli_reporting_v1_PresignedDocument, _pacioli_reporting_v1_PresignedDocument__Output>
        PresignedDocumentAnswer: MessageTypeDefinition<_pacioli_reporting_v1_PresignedDocumentAnswer, _pacioli_reporting_v1_PresignedDocumentAnswer__Output>
        ReportColumn: MessageTypeDefinition<_pacioli_reporting_v1_ReportColumn, _pacioli_reporting_v1_ReportColumn__Output>
        /**
         * Reports as files.
         */
        ReportExportsService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_ReportExportsServiceClient> & { service: _pacioli_reporting_v1_ReportExportsServiceDefinition }
        ReportHead: MessageTypeDefinition<_pacioli_reporting_v1_ReportHead, _pacioli_reporting_v1_ReportHead__Output>
        ReportPart: MessageTypeDefinition<_pacioli_reporting_v1_ReportPart, _pacioli_reporting_v1_ReportPart__Output>
        ReportRequest: MessageTypeDefinition<_pacioli_reporting_v1_ReportRequest, _pacioli_reporting_v1_ReportRequest__Output>
        /**
         * Reports out of the read models of reporting-svc, as large as they come.
         */
        ReportsService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_ReportsServiceClient> & { service: _pacioli_reporting_v1_ReportsServiceDefinition }
      }
    }
  }
}

