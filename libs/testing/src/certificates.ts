/** Certificates for tests: an authority and those it signs, as PEM files for services. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** The files of one service: its certificate, its key, and the authority that it trusts. */
export type CertificateFiles = { certFile: string; keyFile: string; caFile: string }

const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const

/** As a certificate names them (RFC 5280, 4.2.1.6): a host by its name or by its address. */
const altNameOf = (name: string) => (isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name })

/** An authority of its own; `issue` signs a certificate for these hosts and writes its files into `dir`. */
export async function makeAuthority(name: string) {
  // Some 200 modules, which few files need.
  const { generate } = await import('selfsigned')
  const authority = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return {
    pem: authority.cert,
    issue: async (dir: string, names: readonly string[]): Promise<CertificateFiles> => {
      const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? name }], {
        ...EC,
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: 'basicConstraints', cA: false, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          { name: 'subjectAltName', altNames: names.map(altNameOf) },
        ],
      })
      mkdirSync(dir, { recursive: true })
      const files = { certFile: join(dir, 'tls.crt'), keyFile: join(dir, 'tls.key'), caFile: join(dir, 'ca.crt') }
      writeFileSync(files.certFile, cert)
      writeFileSync(files.keyFile, key, { mode: 0o600 })
      writeFileSync(files.caFile, authority.cert)
      return files
    },
  }
}
