/** Mutual TLS between services: both sides show a certificate of the same authority. */
import { credentials, experimental, ServerCredentials, type ChannelCredentials } from '@grpc/grpc-js'

/** PEM files, read again from time to time, so that renewed certificates need no restart. */
export type TlsFiles = {
  /** The certificate of this process, as client and as server. */
  certFile: string
  keyFile: string
  /** The authority of the other side's certificate. */
  caFile: string
  /** How often they are read; certificates are renewed days before they expire. */
  rereadMs?: number
}

const REREAD_MS = 30_000

/** One watcher for each set of files. */
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

/** Credentials of a client; plain text without files. A server whose certificate does not match its name is refused. */
export function callingCredentials(tls: TlsFiles | undefined): ChannelCredentials {
  if (!tls) return credentials.createInsecure()
  const watcher = watcherOf(tls)
  return experimental.createCertificateProviderChannelCredentials(watcher, watcher)
}

/** Credentials of a server: a caller without a certificate of the authority is rejected in the handshake. */
export function servingCredentials(tls: TlsFiles | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure()
  const watcher = watcherOf(tls)
  return experimental.createCertificateProviderServerCredentials(watcher, watcher, true)
}
