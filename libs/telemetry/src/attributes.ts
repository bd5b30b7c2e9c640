/**
 * The names of what spans tell, those of OpenTelemetry's semantic conventions where it has one. Written down here because the
 * package of the conventions has thousands, which each process would load; a test holds these against it. No value is a
 * person's: no addresses, no paths as they came, no bind values, no messages of errors.
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
