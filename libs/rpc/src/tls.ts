/** Mutual TLS between services: both sides show a certificate of the same authority. */
import { credentials, experimental, ServerCredentials, type ChannelCredentials } from '@grpc/grpc-js'

/** PEM files. They are read again from time to time, so that renewed certificates are taken up without a restart. */
export type TlsFiles = {
  /** The certificate that this process shows, to those it calls and to those that call it. */
  certFile: string
  keyFile: string
  /** The authority that the other side's certificate must be of. */
  caFile: string
  /** How often they are read again; certificates are renewed days before they end. */
  rereadMs?: number
}

const REREAD_MS = 30_000

/** One watcher for each set of files, however many connections there are. */
const watchers = new Map<string, experimental.FileWatcherCertificateProvider>()

function watcherOf({
  certFile,
  keyFile,
  caFile,
  rereadMs = REREAD_MS,
}: TlsFiles): experimental.FileWatcherCertificateProvider {
  const key = JSON.stringify([certFile, keyFile, caFile])
  const watcher =
    watchers.get(key) ??
    new experimental.FileWatcherCertificateProvider({
      certificateFile: certFile,
      privateKeyFile: keyFile,
      caCertificateFile: caFile,
      refreshIntervalMs: rereadMs,
    })
  watchers.set(key, watcher)
  return watcher
}

/** How to call: in plain text without files. A server whose certificate is not for the name it is called by is refused. */
export function callingCredentials(tls: TlsFiles | undefined): ChannelCredentials {
  if (!tls) return credentials.createInsecure()
  const watcher = watcherOf(tls)
  return experimental.createCertificateProviderChannelCredentials(watcher, watcher)
}

/** How to be called: a caller without a certificate of the authority does not get as far as a call. */
export function servingCredentials(tls: TlsFiles | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure()
  const watcher = watcherOf(tls)
  return experimental.createCertificateProviderServerCredentials(watcher, watcher, true)
}
