/** Fetches files by the links that exports answer with. */
import { sendOnce, sendWithRetries, type Sending } from './retries.ts'

/** What an export answers, or as much of it as is needed. */
export interface FileLink {
  presignedUrl: string
  fileName?: string
  fileType?: string
}

export interface Download {
  name: string | undefined
  /** Media type. */
  type: string | undefined
  /** To be read once, as it comes; or by `bytes`. */
  stream: ReadableStream<Uint8Array>
  bytes: () => Promise<Uint8Array>
}

/** The link says who may follow it, so no token goes along, wherever it leads. */
export async function download({ presignedUrl, fileName, fileType }: FileLink, sending: Sending): Promise<Download> {
  const request = { method: 'GET', url: presignedUrl, headers: new Headers(), isSafe: true }
  const response = await sendWithRetries(request, sendOnce(sending.world, 'follow'), { ...sending, isStreamed: true })
  return {
    name: fileName,
    type: fileType ?? response.headers.get('content-type') ?? undefined,
    stream: response.body ?? new Blob([]).stream(),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}
