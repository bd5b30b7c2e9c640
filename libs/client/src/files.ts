/** Fetches files by the links in answers of exports. */
import { sendOnce, sendWithRetries, type Sending } from './retries.ts'

/** The needed part of an export's answer. */
export interface FileLink {
  presignedUrl: string
  fileName?: string
  fileType?: string
}

export interface Download {
  name: string | undefined
  /** Media type. */
  type: string | undefined
  /** Can be read once, as a stream or by `bytes`. */
  stream: ReadableStream<Uint8Array>
  bytes: () => Promise<Uint8Array>
}

/** The link itself authorizes, so no token is sent. */
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
