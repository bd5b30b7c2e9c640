// Original file: pacioli/banking/v1/categorization_rules.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateRuleRequest as _pacioli_banking_v1_CreateRuleRequest, CreateRuleRequest__Output as _pacioli_banking_v1_CreateRuleRequest__Output } from '../../../pacioli/banking/v1/CreateRuleRequest.ts';
import type { GetRuleRequest as _pacioli_banking_v1_GetRuleRequest, GetRuleRequest__Output as _pacioli_banking_v1_GetRuleRequest__Output } from '../../../pacioli/banking/v1/GetRuleRequest.ts';
import type { ListRulesRequest as _pacioli_banking_v1_ListRulesRequest, ListRulesRequest__Output as _pacioli_banking_v1_ListRulesRequest__Output } from '../../../pacioli/banking/v1/ListRulesRequest.ts';
import type { ListRulesResponse as _pacioli_banking_v1_ListRulesResponse, ListRulesResponse__Output as _pacioli_banking_v1_ListRulesResponse__Output } from '../../../pacioli/banking/v1/ListRulesResponse.ts';
import type { RuleAnswer as _pacioli_banking_v1_RuleAnswer, RuleAnswer__Output as _pacioli_banking_v1_RuleAnswer__Output } from '../../../pacioli/banking/v1/RuleAnswer.ts';
import type { UpdateRuleRequest as _pacioli_banking_v1_UpdateRuleRequest, UpdateRuleRequest__Output as _pacioli_banking_v1_UpdateRuleRequest__Output } from '../../../pacioli/banking/v1/UpdateRuleRequest.ts';

/**
 * Rules that categorize transactions as they are imported and, when asked, those that wait.
 */
export interface CategorizationRulesServiceClient extends grpc.Client {
  CreateRule(argument: _pacioli_banking_v1_CreateRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  CreateRule(argument: _pacioli_banking_v1_CreateRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  CreateRule(argument: _pacioli_banking_v1_CreateRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  CreateRule(argument: _pacioli_banking_v1_CreateRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  createRule(argument: _pacioli_banking_v1_CreateRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  createRule(argument: _pacioli_banking_v1_CreateRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  createRule(argument: _pacioli_banking_v1_CreateRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  createRule(argument: _pacioli_banking_v1_CreateRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  DeleteRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  DeleteRule(argument: _pacioli_banking_v1_GetRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  DeleteRule(argument: _pacioli_banking_v1_GetRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  deleteRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  deleteRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  deleteRule(argument: _pacioli_banking_v1_GetRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  deleteRule(argument: _pacioli_banking_v1_GetRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  
  GetRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  GetRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  GetRule(argument: _pacioli_banking_v1_GetRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  GetRule(argument: _pacioli_banking_v1_GetRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  getRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  getRule(argument: _pacioli_banking_v1_GetRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  getRule(argument: _pacioli_banking_v1_GetRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  getRule(argument: _pacioli_banking_v1_GetRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  
  ListRules(argument: _pacioli_banking_v1_ListRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  ListRules(argument: _pacioli_banking_v1_ListRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  ListRules(argument: _pacioli_banking_v1_ListRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  ListRules(argument: _pacioli_banking_v1_ListRulesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  listRules(argument: _pacioli_banking_v1_ListRulesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  listRules(argument: _pacioli_banking_v1_ListRulesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  listRules(argument: _pacioli_banking_v1_ListRulesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  listRules(argument: _pacioli_banking_v1_ListRulesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListRulesResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  updateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  updateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  updateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  updateRule(argument: _pacioli_banking_v1_UpdateRuleRequest, callback: grpc.requestCallback<_pacioli_banking_v1_RuleAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Rules that categorize transactions as they are imported and, when asked, those that wait.
 */
export interface CategorizationRulesServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateRule: grpc.handleUnaryCall<_pacioli_banking_v1_CreateRuleRequest__Output, _pacioli_banking_v1_RuleAnswer>;
  
  DeleteRule: grpc.handleUnaryCall<_pacioli_banking_v1_GetRuleRequest__Output, _pacioli_banking_v1_RuleAnswer>;
  
  GetRule: grpc.handleUnaryCall<_pacioli_banking_v1_GetRuleRequest__Output, _pacioli_banking_v1_RuleAnswer>;
  
  ListRules: grpc.handleUnaryCall<_pacioli_banking_v1_ListRulesRequest__Output, _pacioli_banking_v1_ListRulesResponse>;
  
  UpdateRule: grpc.handleUnaryCall<_pacioli_banking_v1_UpdateRuleRequest__Output, _pacioli_banking_v1_RuleAnswer>;
  
}

export interface CategorizationRulesServiceDefinition extends grpc.ServiceDefinition {
  CreateRule: MethodDefinition<_pacioli_banking_v1_CreateRuleRequest, _pacioli_banking_v1_RuleAnswer, _pacioli_banking_v1_CreateRuleRequest__Output, _pacioli_banking_v1_RuleAnswer__Output>
  DeleteRule: MethodDefinition<_pacioli_banking_v1_GetRuleRequest, _pacioli_banking_v1_RuleAnswer, _pacioli_banking_v1_GetRuleRequest__Output, _pacioli_banking_v1_RuleAnswer__Output>
  GetRule: MethodDefinition<_pacioli_banking_v1_GetRuleRequest, _pacioli_banking_v1_RuleAnswer, _pacioli_banking_v1_GetRuleRequest__Output, _pacioli_banking_v1_RuleAnswer__Output>
  ListRules: MethodDefinition<_pacioli_banking_v1_ListRulesRequest, _pacioli_banking_v1_ListRulesResponse, _pacioli_banking_v1_ListRulesRequest__Output, _pacioli_banking_v1_ListRulesResponse__Output>
  UpdateRule: MethodDefinition<_pacioli_banking_v1_UpdateRuleRequest, _pacioli_banking_v1_RuleAnswer, _pacioli_banking_v1_UpdateRuleRequest__Output, _pacioli_banking_v1_RuleAnswer__Output>
}
