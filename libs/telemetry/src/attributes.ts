/**
 * The names of span attributes, by OpenTelemetry's semantic conventions where they have one. Listed here because the
 * package of the conventions has thousands, which each process would load; a test compares them. No value is personal:
 * no addresses, no raw paths, no bind values, no error messages.
 */
export const attribute = {
  requestId: 'pacioli.request_id',
  businessId: 'pacioli.business_id',
  postings: 'pacioli.postings',
  errorType: 'error.type',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  rpcSystem: 'rpc.system.name',
  rpcMethod: 'rpc.method',
  rpcStatus: 'rpc.response.status_code',
  dbSystem: 'db.system.name',
  dbNamespace: 'db.namespace',
  dbQueryText: 'db.query.text',
  dbQuerySummary: 'db.query.summary',
  dbOperation: 'db.operation.name',
  dbStatus: 'db.response.status_code',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  messagingSystem: 'messaging.system.name',
  messagingDestination: 'messaging.destination.name',
  messagingTemplate: 'messaging.destination.template',
  messagingOperation: 'messaging.operation.name',
  messagingOperationType: 'messaging.operation.type',
  messagingMessageId: 'messaging.message.id',
  messagingConsumer: 'messaging.consumer.group.name',
  messagingBatchCount: 'messaging.batch.message_count',
} as const
