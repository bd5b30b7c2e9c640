/** Parts that all operations of the OpenAPI document share. */

const header = (text: string, type: 'string' | 'integer' = 'string') => ({ description: text, schema: { type } })
const oneOf = (text: string, ...values: string[]) => ({
  description: text,
  schema: { type: 'string' as const, enum: values },
})

const sent = (name: string, text: string, schema: object = {}) => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema: { type: 'string', ...schema },
})

export const fixedComponents = {
  securitySchemes: {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of `POST /oauth2/token`.',
    },
    clientCredentials: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
  },
  parameters: {
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      required: false,
      description: 'Your own id of the request, up to 128 visible ASCII characters. It comes back, in errors too.',
      schema: { type: 'string', maxLength: 128 },
      example: 'import-2026-01-31-0007',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes the request safe to repeat for 24 hours. Up to 255 printable ASCII characters.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '3f0e1c9a-7a55-4c0e-9d8e-0f5f8a1f2b11',
    },
    Actor: {
      name: 'Pacioli-Actor',
      in: 'header',
      required: false,
      description:
        'The user of the platform who asks for this, by your own id of them: events and the audit log name them. Up to 255 printable ASCII characters. Not with a token for one business, which says itself whom it is for.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: 'user-4711',
    },
    WebhookId: sent('webhook-id', 'The id of the event: the same with every attempt.'),
    WebhookTimestamp: sent('webhook-timestamp', 'When this attempt was made, in seconds.', { pattern: '^[0-9]+$' }),
    WebhookSignature: sent(
      'webhook-signature',
      '`v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`; two of them, separated by a ' +
        'space, for a day after a new secret. See https://www.standardwebhooks.com.',
    ),
  },
  headers: {
    RequestId: header('The id of the request.'),
    RateLimitLimit: header('How many requests the bucket holds.', 'integer'),
    RateLimitRemaining: header('How many are left.', 'integer'),
    RateLimitReset: header('UTC seconds at which the bucket is full again.', 'integer'),
    RetryAfter: header('Seconds to wait.', 'integer'),
    Posting: oneOf(
      'Whether what this decided is in the ledger: `posted`; `pending`, it is on its way and needs nobody; `failed`, the ' +
        'ledger refused it, see the postings. The answer is a success in each case.',
      ...['posted', 'pending', 'failed'],
    ),
    Through: header(
      'The instant through which the report is known to have everything that was committed, in UTC; usually a second or two ago. ' +
        'Absent while that is not known.',
    ),
    Link: header('The next page, as in `</v1/…?cursor=…>; rel="next"` (RFC 8288); absent on the last one.'),
    IdempotencyReplayed: header('`true` where the stored answer of an earlier identical request is sent.'),
  },
} as const

export const headerRef = (name: keyof typeof fixedComponents.headers) => ({ $ref: `#/components/headers/${name}` })
export const parameterRef = (name: keyof typeof fixedComponents.parameters) => ({
  $ref: `#/components/parameters/${name}`,
})

export const rateHeaders = {
  'X-RateLimit-Limit': headerRef('RateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
}

export const TAGS = [
  { name: 'Authentication', description: 'Tokens and the keys they are verified with.' },
  { name: 'Businesses', description: 'Each business has books of its own.' },
  { name: 'Ledger accounts', description: 'The chart of accounts, balances, and the lines of an account.' },
  { name: 'Journal', description: 'Entries are posted, read and reversed, never edited.' },
  { name: 'Closing', description: 'Revenue and expense accounts to retained earnings.' },
  { name: 'Bank accounts', description: 'Bank accounts, and the external accounts that feed them.' },
  { name: 'Bank transactions', description: 'What banks report, and how it gets into the books.' },
  { name: 'Categorization rules', description: 'They categorize transactions as they are imported.' },
  { name: 'Vendors', description: 'Whom the business owes.' },
  { name: 'Bills', description: 'What the business owes, and, as expenses, what it paid on the spot.' },
  { name: 'Bill payments', description: 'What was paid to vendors, allocated to their bills.' },
  { name: 'Vendor credits', description: 'What vendors owe back, set off against their bills.' },
  { name: 'Vendor refunds', description: 'What vendors pay back of payments and credits.' },
  { name: 'Customers', description: 'Whom the business sells to.' },
  { name: 'Invoices', description: 'What customers owe.' },
  { name: 'Invoice payments', description: 'What customers paid, allocated to their invoices.' },
  { name: 'Refunds', description: 'What customers get back.' },
  { name: 'Payouts', description: 'What processors deposit: payments less refunds and fees.' },
  { name: 'Postings', description: 'What was decided outside of the journal, on its way there.' },
  { name: 'Tasks', description: 'What people are asked about a business, and what they answer.' },
  { name: 'Search', description: 'Anything, by what it goes by.' },
  { name: 'Notifications', description: 'What a business should be notified of.' },
  { name: 'Events', description: 'What happened in a business, one after the other.' },
  { name: 'Seals', description: 'The sealed history: roots, leaves and proofs.' },
  { name: 'Proof', description: 'What has to be so of the books, and whether it was found to be.' },
  { name: 'Webhooks', description: 'Your endpoints that events are delivered to.' },
  {
    name: 'Tags',
    description:
      'Dimensions, their values, and tags on entries, lines, bank accounts, bank transactions, vendors, customers and ' +
      'documents.',
  },
  { name: 'Configuration', description: 'What holds for a client as a whole, and the settings of books.' },
  { name: 'Connections', description: 'Accounting software elsewhere that a business is connected to.' },
  { name: 'Reports', description: 'Read models kept up by events.' },
  { name: 'Service', description: 'For operators.' },
]
