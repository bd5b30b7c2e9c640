import { ReportExportsService, type PresignedDocument } from '@pacioli/protos/reporting'
import { implement, tenantOf, type CallContext, type Implementation } from '@pacioli/rpc'
import { newId, FairSemaphore } from '@pacioli/service'
import { XLSX, ZIP, type Document } from '../documents/document.ts'
import { exportDocument, type DocumentStores } from '../documents/export-document.ts'
import type { PreparedBooks } from '../bundles/export-books.ts'
import type { PrepareExport } from './prepare-export.ts'
import type { WriteWorkbook } from './workbook-writer.ts'

/**
 * As many exports as their pool has connections, and one per business: each holds a connection for as long as the file store
 * takes.
 */
export const EXPORTS_AT_ONCE = 2
const MAX_WAIT_MS = 10_000

export function reportExportsRpc(
  stores: DocumentStores,
  prepare: PrepareExport,
  write: WriteWorkbook,
  prepareBooks: (context: CallContext) => Promise<PreparedBooks>,
  maxWaitMs = MAX_WAIT_MS,
): Implementation {
  const turns = new FairSemaphore({ permits: EXPORTS_AT_ONCE, perBusiness: 1, name: 'exports' })
  return implement(ReportExportsService, {
    ExportReport: async (request, context) => {
      const tenant = tenantOf(context)
      const { job, ask, ...about } = await prepare(request, context)
      const { document, url } = await turns.run(tenant, maxWaitMs, () =>
        exportDocument(stores, {
          ...about,
          id: newId(),
          fileType: XLSX,
          createdAt: job.createdAt,
          tenant,
          produce: (sink) => write(job, sink, ask),
          deadline: context.deadline,
        }),
      )
      return { data: toMessage(document, url) }
    },
    ExportBooks: async (_request, context) => {
      const tenant = tenantOf(context)
      const { fileName, createdAt, write: produce, close } = await prepareBooks(context)
      const about = { id: newId(), documentType: 'BOOKS' as const, fileName, fileType: ZIP, createdAt }
      try {
        const { document, url } = await turns.run(tenant, maxWaitMs, () =>
          exportDocument(stores, { ...about, tenant, produce, deadline: context.deadline }),
        )
        return { data: toMessage(document, url) }
      } finally {
        await close()
      }
    },
  })
}

const toMessage = (document: Document, presignedUrl: string): PresignedDocument => ({
  presignedUrl,
  fileType: document.fileType,
  fileName: document.fileName,
  createdAt: document.createdAt.toISOString(),
  documentId: document.id,
  document_type: document.documentType,
})
