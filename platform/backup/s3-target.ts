import { AwsClient } from 'aws4fetch'
import { type BackupTarget, byName } from './backup-target.ts'

export type S3Settings = {
  bucket: string
  /** With a slash at its end, or empty. */ prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Long enough for one object of 16 MB on a slow line. */
const requestMilliseconds = 5 * 60_000

/** Storage that speaks S3, by its address and the bucket as the first part of the path, which all of them understand. */
export function s3Target({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Settings): BackupTarget {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const home = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const addressOf = (name: string) => `${home}/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`

  const send = async (method: string, address: string, body?: Buffer): Promise<Response> => {
    const response = await client.fetch(address, {
      method,
      ...(body && { body: new Uint8Array(body) }),
      // Followed, another address would get the backup, or give one.
      redirect: 'manual',
      signal: AbortSignal.timeout(requestMilliseconds),
    })
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    const [, code = ''] = /<Code>([^<]+)<\/Code>/.exec(await response.text()) ?? []
    throw new Error(`The storage at ${endpoint} answered ${method} with ${response.status} ${code}.`)
  }

  return {
    async put(name, content) {
      await drained(await send('PUT', addressOf(name), content))
    },
    async get(name) {
      const response = await send('GET', addressOf(name))
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer())
      const text = await response.text()
      // A bucket that is missing is no backup that is missing.
      if (text.includes('NoSuchBucket')) throw new Error(`The storage at ${endpoint} has no bucket ${bucket}.`)
      return undefined
    },
    async list(start) {
      const names: string[] = []
      let token: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: `${prefix}${start}`,
          ...(token !== undefined && { 'continuation-token': token }),
        })
        const response = await send('GET', `${home}?${query.toString()}`)
        const text = await response.text()
        if (response.status === 404) throw new Error(`The storage at ${endpoint} has no bucket ${bucket}.`)
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(plain(key).slice(prefix.length))
        token = plain(/<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1])
      } while (token)
      return names.toSorted(byName)
    },
    async delete(name) {
      await drained(await send('DELETE', addressOf(name)))
    },
  }
}

/** A connection is free for the next request once its reply was read. */
async function drained(response: Response): Promise<void> {
  await response.arrayBuffer()
}

function plain(xml: string): string
function plain(xml: string | undefined): string | undefined
function plain(xml: string | undefined): string | undefined {
  return xml
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
