import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountingConfiguration as _pacioli_ledger_v1_AccountingConfiguration, AccountingConfiguration__Output as _pacioli_ledger_v1_AccountingConfiguration__Output } from './pacioli/ledger/v1/AccountingConfiguration.ts';
import type { AccountingConfigurationServiceClient as _pacioli_ledger_v1_AccountingConfigurationServiceClient, AccountingConfigurationServiceDefinition as _pacioli_ledger_v1_AccountingConfigurationServiceDefinition } from './pacioli/ledger/v1/AccountingConfigurationService.ts';
import type { GetAccountingConfigurationRequest as _pacioli_ledger_v1_GetAccountingConfigurationRequest, GetAccountingConfigurationRequest__Output as _pacioli_ledger_v1_GetAccountingConfigurationRequest__Output } from './pacioli/ledger/v1/GetAccountingConfigurationRequest.ts';
import type { UpdateAccountingConfigurationRequest as _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, UpdateAccountingConfigurationRequest__Output as _pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output } from './pacioli/ledger/v1/UpdateAccountingConfigurationRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    ledger: {
      v1: {
        AccountingConfiguration: MessageTypeDefinition<_pacioli_ledger_v1_AccountingConfiguration, _pacioli_ledger_v1_AccountingConfiguration__Output>
        /**
         * Settings of the books: the defaults of a client, and what one business has instead.
         */
        AccountingConfigurationService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_AccountingConfigurationServiceClient> & { service: _pacioli_ledger_v1_AccountingConfigurationServiceDefinition }
        GetAccountingConfigurationRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetAccountingConfigurationRequest, _pacioli_ledger_v1_GetAccountingConfigurationRequest__Output>
        UpdateAccountingConfigurationRequest: MessageTypeDefinition<_pacioli_ledger_v1_UpdateAccountingConfigurationRequest, _pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output>
      }
    }
  }
}

