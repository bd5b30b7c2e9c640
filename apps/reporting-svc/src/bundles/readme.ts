/** What a bundle says of itself, to somebody who has never heard of Pacioli. Pure. */
import { OWNERS } from '@pacioli/history/positions'
import type { BundleFacts } from './bundle.ts'

export const readmeOf = ({ business, positions, createdAt }: BundleFacts): string => `# The books of a business

These are the complete books of one business, as the accounting system Pacioli kept them: every journal entry, document, contact, bank transaction and tag, and what is needed to check that nothing is missing or was altered. You do not need Pacioli to read or to check them.

- Business: \`${business.id}\`
- Currency: ${business.currency}. Amounts in JSON are in its smallest unit (cents, where it has cents).
- Time zone of its days: ${business.timeZone}
- Exported: ${createdAt.toISOString()}
- Contains everything recorded through these positions: ${OWNERS.map((owner) => `${owner} ${positions[owner]}`).join(', ')}

## What is in it

| File | What it is |
| --- | --- |
| \`hledger/accrual.journal\`, \`hledger/cash.journal\` | The accrual books and the cash books, every entry with every line, for [hledger](https://hledger.org) |
| \`beancount/accrual.beancount\`, \`beancount/cash.beancount\` | The same for [Beancount](https://beancount.github.io) |
| \`entries.jsonl\`, \`accounts.jsonl\`, \`bills.jsonl\`, \`invoices.jsonl\`, … | What there is of each kind, as it is now: one JSON object on each line |
| \`reports/*.json\` | Trial balance, balance sheet, profit and loss and agings over all days, as the system reports them |
| \`logs/*/leaves.jsonl\` | The sealed history: everything that was ever recorded, in its order, with who asked for it |
| \`logs/*/seals.jsonl\` | The signatures under that history, the oldest first |
| \`rows/*/*.jsonl\` | What each service stores, for another installation of Pacioli to take the books in (\`npm run books:import\`) |
| \`schemas/*.json\` | What each line of a \`.jsonl\` has, as a JSON Schema (2020-12); the manifest says which is of which |
| \`keys.json\` | The public keys of these signatures |
| \`manifest.json\` | All other files, with their number of lines and SHA-256 |

An entry that counts in both accrual and cash accounting is in both journals. A reversal is an entry of its own and names what it reverses.

## How to read the plain-text books

\`\`\`sh
hledger -f hledger/accrual.journal balancesheet
hledger -f hledger/accrual.journal incomestatement
bean-report beancount/accrual.beancount balances   # or: fava beancount/accrual.beancount
\`\`\`

At their end is the balance of each account as the trial balance of the system says. hledger and Beancount compute it again from the entries and refuse the file if one is different. \`hledger check\` and \`bean-check\` do that alone.

Names of accounts are the path in the chart of accounts, below Assets, Liabilities, Equity, Income or Expenses. Where a name has characters that these programs take for something else, hledger has them as in web addresses (\`%3A\` is a colon), and Beancount leaves them out and has the whole name in the metadata of the account.

## How to check that nothing was altered

\`\`\`sh
npx pacioli-verify --bundle books.zip
\`\`\`

It hashes every record again, checks every signature, compares every file of this bundle with the history and with the manifest, computes the reports again from the history alone, and says in a line what is wrong and where. The formats are public (RFC 6962 Merkle trees, C2SP signed notes), so others' tools can do the same.

The keys in \`keys.json\` are those that came with the bundle. To rely on no one, compare them with \`/.well-known/pacioli-seals.json\` of the installation or give the key that you know with \`--key\`, and give a seal that you kept from earlier with \`--checkpoint\`.

Names, addresses and memos are in the history as salted hashes, with the values beside them. Values that were erased, as a law may demand, are missing; the history still verifies.
`
