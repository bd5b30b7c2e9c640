import { PostingsService } from '@pacioli/protos/ledger'
import { implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import { toChartAccount } from '../journal/entry.messages.ts'
import type { Ledger } from '../ledger.ts'
import { toAskedTag } from '../tags/tag.messages.ts'
import { askBooks } from './ask-books.ts'
import { postPostings } from './post-postings.ts'

export const postingsRpc = (ledger: Ledger): Implementation =>
  implement(PostingsService, {
    AskBooks: async (request, context) => {
      const { epoch, closedThrough, accounts, tags } = await askBooks(
        ledger,
        tenantOf(context),
        request.account_identifiers,
        request.tags,
      )
      return {
        books_epoch: epoch,
        closed_through: closedThrough?.toISOString(),
        accounts: accounts.map(toChartAccount),
        tags: tags.map(toAskedTag),
      }
    },
    PostEntries: (request, context) =>
      postPostings(ledger, writeRequestOf(context), { askedEpoch: request.books_epoch, postings: request.postings }),
  })
