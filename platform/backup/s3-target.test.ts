import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Settings, s3Target } from './s3-target.ts'

/** A store that speaks as much of S3 as a backup needs, two keys a page, and proves each signature by itself. */
const objects = new Map<string, Buffer>()
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const pageSize = 2
let server: Server
let settings: S3Settings
let failing = 0
let leadsTo: string | undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers }) => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  settings = { bucket: 'backups', prefix: 'ajose/one/', endpoint, region: 'af-south-1', ...credentials }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

type Answer = { status: number; body?: Buffer | string; headers?: { location: string } }
const error = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` })

async function answer(request: IncomingMessage): Promise<Answer> {
  const body = await buffer(request)
  if (!isSigned(request, body)) return error(403, 'SignatureDoesNotMatch')
  if (failing > 0) {
    failing -= 1
    return error(503, 'SlowDown')
  }
  if (leadsTo !== undefined) return { ...error(307, 'TemporaryRedirect'), headers: { location: leadsTo } }
  const url = new URL(request.url ?? '', 'http://store')
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  if (bucket !== 'backups') return error(404, 'NoSuchBucket')
  if (request.method === 'PUT') objects.set(key, body)
  if (request.method === 'DELETE') objects.delete(key)
  if (request.method !== 'GET') return { status: request.method === 'PUT' ? 200 : 204 }
  if (key !== '') return objects.has(key) ? { status: 200, body: objects.get(key)! } : error(404, 'NoSuchKey')
  const all = [...objects.keys()].filter((each) => each.startsWith(url.searchParams.get('prefix') ?? '')).toSorted()
  const from = Number(url.searchParams.get('continuation-token')?.replace('after&', '') ?? 0)
  const contents = all.slice(from, from + pageSize).map((each) => `<Contents><Key>${each}</Key></Contents>`)
  const next =
    from + pageSize < all.length ? `<NextContinuationToken>after&amp;${from + pageSize}</NextContinuationToken>` : ''
  return { status: 200, body: `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>` }
}

/** Signature version 4 as Amazon describes it: canonical request, string to sign, and the chain of keys. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  if (id !== credentials.accessKeyId || region !== 'af-south-1' || !names.split(';').includes('host')) return false
  const [path = '', query = ''] = url.split('?')
  const strictly = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => strictly(decodeURIComponent(part)))
      .join('/'),
    pairs.toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const moment = String(headers['x-amz-date'])
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(Buffer.from(canonical))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) =>
      createHmac('sha256', last)
        .update(part ?? '')
        .digest(),
    `AWS4${credentials.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature && moment.startsWith(day ?? 'none')
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

test('objects are stored, listed over pages, read and deleted, each request with its signature', async () => {
  const target = s3Target(settings)
  const content = Buffer.from([0, 255, 10, 13, 0])
  for (const name of ['log/2', 'log/1', 'base/20261125T220000000Z/files/postgres/password', 'log/3'])
    await target.put(name, content)
  objects.set('ajose/two/log/9', content)
  expect(await target.list('log/')).toEqual(['log/1', 'log/2', 'log/3'])
  expect(await target.list('')).toHaveLength(4)
  expect(await target.get('log/2')).toEqual(content)
  expect(await target.get('log/4')).toBeUndefined()
  await target.delete('log/2')
  await target.delete('log/2')
  expect(await target.list('log/')).toEqual(['log/1', 'log/3'])
  expect(objects.has('ajose/one/base/20261125T220000000Z/files/postgres/password')).toBe(true)
})

test('a busy store is asked again; another secret and a bucket that is missing are errors in words', async () => {
  failing = 2
  await s3Target(settings).put('log/5', Buffer.from('x'))
  expect(failing).toBe(0)
  const other = s3Target({ ...settings, secretAccessKey: 'another' })
  await expect(other.put('log/6', Buffer.from('x'))).rejects.toThrow(/answered PUT with 403 SignatureDoesNotMatch\.$/)
  const nowhere = s3Target({ ...settings, bucket: 'nowhere' })
  await expect(nowhere.get('log/1')).rejects.toThrow('has no bucket nowhere.')
  await expect(nowhere.list('')).rejects.toThrow('has no bucket nowhere.')
})

// ASVS V15.3.2
test('a store that leads to another address gets nothing sent there, and nothing is read from it', async () => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(200).end('of somebody else')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  leadsTo = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  try {
    const target = s3Target(settings)
    await expect(target.put('log/7', Buffer.from('x'))).rejects.toThrow(/answered PUT with 307 TemporaryRedirect\.$/)
    await expect(target.get('log/7')).rejects.toThrow(/answered GET with 307/)
    await expect(target.list('log/')).rejects.toThrow(/answered GET with 307/)
    expect(asked).toEqual([])
  } finally {
    leadsTo = undefined
    await new Promise((resolve) => elsewhere.close(resolve))
  }
})
