import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Front = { url: string; /** Bytes of all bodies since it was last asked. */ bytes: () => number; stop: () => Promise<void> }

const hopByHop = /^(connection|keep-alive|transfer-encoding|upgrade|http2-settings|proxy-connection)$/

/**
 * The server as a browser meets it in use: behind HTTP/2 with a certificate, as a reverse proxy does it. The certificate
 * is made for this run by openssl and trusted by nobody.
 */
export async function startFront(origin: string): Promise<Front> {
  const { key, cert } = certificate()
  let bytes = 0
  const proxy = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !hopByHop.test(name)))
    const onward = request(new URL(incoming.url, origin), { method: incoming.method, headers: { ...headers, host: new URL(origin).host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHop.test(name))))
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.stream?.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done))
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    bytes: () => {
      const counted = bytes
      bytes = 0
      return counted
    },
    stop: () => new Promise((done) => void proxy.close(() => done())),
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
