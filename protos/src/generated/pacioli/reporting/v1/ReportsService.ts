// Original file: pacioli/reporting/v1/reports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ReportPart as _pacioli_reporting_v1_ReportPart, ReportPart__Output as _pacioli_reporting_v1_ReportPart__Output } from '../../../pacioli/reporting/v1/ReportPart.ts';
import type { ReportRequest as _pacioli_reporting_v1_ReportRequest, ReportRequest__Output as _pacioli_reporting_v1_ReportRequest__Output } from '../../../pacioli/reporting/v1/ReportRequest.ts';

/**
 * Reports out of the read models of reporting-svc, as large as they come.
 */
export interface ReportsServiceClient extends grpc.Client {
  /**
   * The head comes first, then the rows in the order in which they are shown.
   */
  GetReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPart__Output>;
  GetReport(argument: _pacioli_reporting_v1_ReportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPart__Output>;
  /**
   * The head comes first, then the rows in the order in which they are shown.
   */
  getReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPart__Output>;
  getReport(argument: _pacioli_reporting_v1_ReportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPart__Output>;
  
}

/**
 * Reports out of the read models of reporting-svc, as large as they come.
 */
export interface ReportsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The head comes first, then the rows in the order in which they are shown.
   */
  GetReport: grpc.handleServerStreamingCall<_pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_ReportPart>;
  
}

export interface ReportsServiceDefinition extends grpc.ServiceDefinition {
  GetReport: MethodDefinition<_pacioli_reporting_v1_ReportRequest, _pacioli_reporting_v1_ReportPart, _pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_ReportPart__Output>
}
