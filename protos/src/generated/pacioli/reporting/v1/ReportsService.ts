// Original file: pacioli/reporting/v1/reports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ReportPiece as _pacioli_reporting_v1_ReportPiece, ReportPiece__Output as _pacioli_reporting_v1_ReportPiece__Output } from '../../../pacioli/reporting/v1/ReportPiece.ts';
import type { ReportRequest as _pacioli_reporting_v1_ReportRequest, ReportRequest__Output as _pacioli_reporting_v1_ReportRequest__Output } from '../../../pacioli/reporting/v1/ReportRequest.ts';

/**
 * Reports out of the read models of reporting-svc, as large as they come.
 */
export interface ReportsServiceClient extends grpc.Client {
  /**
   * What is refused is refused before the first piece. A large report has tens of megabytes of rows that are nothing but
   * text to everybody between here and the caller, so they are written once.
   */
  GetReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPiece__Output>;
  GetReport(argument: _pacioli_reporting_v1_ReportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPiece__Output>;
  /**
   * What is refused is refused before the first piece. A large report has tens of megabytes of rows that are nothing but
   * text to everybody between here and the caller, so they are written once.
   */
  getReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPiece__Output>;
  getReport(argument: _pacioli_reporting_v1_ReportRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_reporting_v1_ReportPiece__Output>;
  
}

/**
 * Reports out of the read models of reporting-svc, as large as they come.
 */
export interface ReportsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * What is refused is refused before the first piece. A large report has tens of megabytes of rows that are nothing but
   * text to everybody between here and the caller, so they are written once.
   */
  GetReport: grpc.handleServerStreamingCall<_pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_ReportPiece>;
  
}

export interface ReportsServiceDefinition extends grpc.ServiceDefinition {
  GetReport: MethodDefinition<_pacioli_reporting_v1_ReportRequest, _pacioli_reporting_v1_ReportPiece, _pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_ReportPiece__Output>
}
