// Original file: pacioli/reporting/v1/reports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetTrialBalanceRequest as _pacioli_reporting_v1_GetTrialBalanceRequest, GetTrialBalanceRequest__Output as _pacioli_reporting_v1_GetTrialBalanceRequest__Output } from '../../../pacioli/reporting/v1/GetTrialBalanceRequest.ts';
import type { Report as _pacioli_reporting_v1_Report, Report__Output as _pacioli_reporting_v1_Report__Output } from '../../../pacioli/reporting/v1/Report.ts';

/**
 * Reports out of the read models of reporting-svc.
 */
export interface ReportsServiceClient extends grpc.Client {
  GetTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  GetTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  GetTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  GetTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  getTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  getTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  getTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  getTrialBalance(argument: _pacioli_reporting_v1_GetTrialBalanceRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_Report__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Reports out of the read models of reporting-svc.
 */
export interface ReportsServiceHandlers extends grpc.UntypedServiceImplementation {
  GetTrialBalance: grpc.handleUnaryCall<_pacioli_reporting_v1_GetTrialBalanceRequest__Output, _pacioli_reporting_v1_Report>;
  
}

export interface ReportsServiceDefinition extends grpc.ServiceDefinition {
  GetTrialBalance: MethodDefinition<_pacioli_reporting_v1_GetTrialBalanceRequest, _pacioli_reporting_v1_Report, _pacioli_reporting_v1_GetTrialBalanceRequest__Output, _pacioli_reporting_v1_Report__Output>
}
