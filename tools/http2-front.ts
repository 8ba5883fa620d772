import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Front = {
  url: string
  /** The hash of its key, by which a browser may be told to trust it. */ spki: string
  /** Bytes of all bodies since it was last asked. */ bytes: () => number
  /** From now on answers come over such a line; over none at all when it is cut; at once when it is undefined. */ line: (
    next: Line | 'cut' | undefined,
  ) => void
  stop: () => Promise<void>
}

/** How late an answer begins, and how fast all of them together come. */
export type Line = { latencyMs: number; bytesPerSecond: number }

const hopByHop = /^(connection|keep-alive|transfer-encoding|upgrade|http2-settings|proxy-connection)$/

/**
 * The server as a browser meets it in use: behind HTTP/2 with a certificate, as a reverse proxy does it. The certificate
 * is made for this run by openssl; a browser that trusts its key by name keeps what it loads, as it does in use, where one
 * that overlooks errors keeps nothing.
 */
export async function startFront(origin: string): Promise<Front> {
  const { key, cert } = certificate()
  let bytes = 0
  let line: Line | 'cut' | undefined
  /** When the line has carried all that it was given. */
  let freeAt = 0
  const carried = ({ bytesPerSecond }: Line) =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        const now = performance.now()
        freeAt = Math.max(freeAt, now) + (chunk.length / bytesPerSecond) * 1000
        setTimeout(() => done(null, chunk), freeAt - now)
      },
    })
  const proxy = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !hopByHop.test(name)),
    )
    const by = line
    if (by === 'cut') return void outgoing.stream?.destroy()
    const onward = request(
      new URL(incoming.url, origin),
      { method: incoming.method, headers: { ...headers, host: new URL(origin).host } },
      (answer) => {
        const pass = () => {
          answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
          outgoing.writeHead(
            answer.statusCode ?? 502,
            Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopByHop.test(name))),
          )
          ;(by ? answer.pipe(carried(by)) : answer).pipe(outgoing)
        }
        if (by) setTimeout(pass, by.latencyMs)
        else pass()
      },
    )
    onward.on('error', () => outgoing.stream?.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done))
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    spki: createHash('sha256')
      .update(createPublicKey(cert).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    bytes: () => {
      const counted = bytes
      bytes = 0
      return counted
    },
    line: (next) => {
      line = next
    },
    stop: () => new Promise((done) => void proxy.close(() => done())),
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
