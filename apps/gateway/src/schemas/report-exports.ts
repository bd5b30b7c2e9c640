import { Type } from 'typebox'
import { Always, instant, Resource, uuid } from './parts.ts'

export const PresignedDocument = Resource(
  {
    type: Always('S3_Presigned_Url'),
    presignedUrl: Type.String({ description: 'Whoever has it may fetch the file, without a token, for 15 minutes.' }),
    fileType: Type.String({ description: 'The MIME type of the file.' }),
    fileName: Type.String({ description: 'What the file is called where it is saved.' }),
    createdAt: Type.String(instant),
    documentId: Type.String(uuid),
    document_type: Type.String(),
  },
  { $id: 'Presigned_Document', description: 'A file that was made, and a link to it.' },
)

export const presignedDocument = {
  type: 'S3_Presigned_Url',
  presignedUrl: 'https://files.example/files/6f1c/0198?name=ap-aging-2026-01-31.xlsx&expires=1769861700&signature=Zm9v',
  fileType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  fileName: 'ap-aging-2026-01-31.xlsx',
  createdAt: '2026-01-31T12:00:00.000Z',
  documentId: '01985f6e-7b5a-7c3e-9f10-2b1f6a1c9d55',
  document_type: 'AP_AGING_REPORT',
}
