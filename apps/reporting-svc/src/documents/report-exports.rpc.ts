import type { PresignedDocument, ReportRequest__Output } from '@pacioli/protos/reporting'
import { ReportExportsService } from '@pacioli/protos/reporting'
import { implement, tenantOf, type CallContext, type Implementation } from '@pacioli/rpc'
import { newId, Turns } from '@pacioli/service'
import { XLSX, type Document, type DocumentType } from './document.ts'
import { exportDocument, type DocumentStores, type Producer } from './export-document.ts'

/** A report that is ready to be written: everything that a caller can do wrong was refused before. */
export type PreparedExport = {
  documentType: DocumentType
  fileName: string
  write: Producer
}

/** @throws BusinessNotFound, and whatever else the report refuses */
export type PrepareExport = (request: ReportRequest__Output, context: CallContext) => Promise<PreparedExport>

/**
 * As many exports as their pool has connections run at once, and one of a business: each holds a connection for as long
 * as the file store takes.
 */
export const EXPORTS_AT_ONCE = 2
const PATIENCE_MS = 10_000

export function reportExportsRpc(
  stores: DocumentStores,
  prepare: PrepareExport,
  patienceMs = PATIENCE_MS,
): Implementation {
  const turns = new Turns({ atOnce: EXPORTS_AT_ONCE, perBusiness: 1, what: 'exports' })
  return implement(ReportExportsService, {
    ExportReport: async (request, context) => {
      const tenant = tenantOf(context)
      const { write, ...about } = await prepare(request, context)
      const { document, url } = await turns.run(tenant.businessId, patienceMs, () =>
        exportDocument(stores, {
          ...about,
          id: newId(),
          fileType: XLSX,
          createdAt: stores.clock(),
          tenant,
          produce: write,
          deadline: context.deadline,
        }),
      )
      return { data: toMessage(document, url) }
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
