// Original file: pacioli/reporting/v1/report_exports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { PresignedDocumentAnswer as _pacioli_reporting_v1_PresignedDocumentAnswer, PresignedDocumentAnswer__Output as _pacioli_reporting_v1_PresignedDocumentAnswer__Output } from '../../../pacioli/reporting/v1/PresignedDocumentAnswer.ts';
import type { ReportRequest as _pacioli_reporting_v1_ReportRequest, ReportRequest__Output as _pacioli_reporting_v1_ReportRequest__Output } from '../../../pacioli/reporting/v1/ReportRequest.ts';

/**
 * Reports as files.
 */
export interface ReportExportsServiceClient extends grpc.Client {
  /**
   * Answers once the file is there; it may take minutes. The link lives 15 minutes.
   */
  ExportReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  ExportReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  ExportReport(argument: _pacioli_reporting_v1_ReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  ExportReport(argument: _pacioli_reporting_v1_ReportRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  /**
   * Answers once the file is there; it may take minutes. The link lives 15 minutes.
   */
  exportReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  exportReport(argument: _pacioli_reporting_v1_ReportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  exportReport(argument: _pacioli_reporting_v1_ReportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  exportReport(argument: _pacioli_reporting_v1_ReportRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_PresignedDocumentAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Reports as files.
 */
export interface ReportExportsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Answers once the file is there; it may take minutes. The link lives 15 minutes.
   */
  ExportReport: grpc.handleUnaryCall<_pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_PresignedDocumentAnswer>;
  
}

export interface ReportExportsServiceDefinition extends grpc.ServiceDefinition {
  ExportReport: MethodDefinition<_pacioli_reporting_v1_ReportRequest, _pacioli_reporting_v1_PresignedDocumentAnswer, _pacioli_reporting_v1_ReportRequest__Output, _pacioli_reporting_v1_PresignedDocumentAnswer__Output>
}
