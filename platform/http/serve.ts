import type { UploadedFile } from '#platform/action.ts'
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { SpanKind } from '@opentelemetry/api'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, isReading, overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { sheetHeader } from '#core/contract/sheet-header.ts'
import { isSecret } from '#features/access/login/credentials.ts'
import { rowsPagedMax } from '#core/contract/fields.ts'
import type { Services } from '#platform/context.ts'
import { keyedHash, sha256 } from '#platform/credentials/sealing.ts'
import { OutcomeUnknown } from '#platform/db/database.ts'
import { sessionLookup } from '#platform/db/session-lookup.ts'
import { limitConnections } from '#platform/limits/connections.ts'
import type { LoadShedder } from '#platform/limits/load-shedder.ts'
import { traced } from '#platform/telemetry/traces.ts'
import { refusals, requests, requestSeconds } from '#platform/telemetry/instruments.ts'
import { partyOf } from '#platform/limits/party.ts'
import { retryAfterSeconds } from '#platform/limits/places.ts'
import type { Actor } from '#core/actor.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { authenticateKey, isApiKey, requireIdempotencyKey } from './authenticate-key.ts'
import { authenticate } from './authenticate.ts'
import { type Incoming, type Outgoing, recordReading, type Route } from './bind.ts'
import { errorReply, invalidInput, InvalidInput, readingRequests } from './errors.ts'
import { isSupport, permit, requireProof } from './permit.ts'
import { addReplyHeaders, replyHeaders, setReplyHeaders } from './reply-headers.ts'

const deviceCookie = 'ajose_device'
const deviceDays = 90
const signInCookie = 'ajose_sign_in'
const signInSeconds = 1200

/** Whose word is taken on where a request comes from, what turns requests away when there are too many, and whether each answer is a line of the log. */
type Surroundings = { isTrustedProxy: (address: string) => boolean; shedder: LoadShedder; accessLog: boolean }

/** The API on a Fastify of its own: each route at the specification's path, and the same under /api. */
export function serveApi(
  services: Services,
  routes: readonly Route[],
  { isTrustedProxy, shedder, accessLog }: Surroundings,
): FastifyInstance {
  const server = Fastify({
    genReqId: () => randomUUID(),
    // A proxy says where a request comes from and whether it came encrypted; no one else is believed.
    trustProxy: isTrustedProxy,
    bodyLimit: 100 * 1024,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      setReplyHeaders(request, reply, services.publicUrl())
      sendError(services, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, services.publicUrl()),
    serverFactory: (handle) => httpServer(handle, shedder, services.publicUrl),
  })
  limitConnections(server.server, isTrustedProxy)
  addReplyHeaders(server, services.publicUrl)
  acceptEmptyJson(server)
  // Lists are many times smaller packed, and most of our people pay by the megabyte. Nothing secret rides on a cookie
  // beside what a stranger may choose, so packing gives nothing away.
  void server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  void server.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1024 }, throwFileSizeLimit: true })
  server.setErrorHandler((error, request, reply) => sendError(services, error, request, reply))

  const find = sessionLookup(services.database)
  const actors = new WeakMap<FastifyRequest, Actor>()
  server.addHook('onResponse', async (request, reply) => countAnswer(request, reply))
  if (accessLog)
    server.addHook('onResponse', async (request, reply) => logAnswer(services, request, reply, actors.get(request)))
  // What packs replies is told of each route only once it is there itself.
  server.after(() => {
    for (const route of routes) {
      for (const url of addresses(route.endpoint)) {
        server.route({
          method: route.endpoint.method,
          url,
          config: { kind: kindOf(route.endpoint), ...(route.endpoint.isAnonymous && { isAnonymous: true }) },
          ...bodyLimitOf(route.endpoint),
          // Before the body is read: a stranger learns nothing from its form, and can't fill the memory with it.
          onRequest: async (request, reply) => {
            shedder.arrive(request, reply, route.endpoint, route.isBatched)
            // A stale token must not be in the way of logging in again.
            if (route.endpoint.access !== 'public') {
              const { authorization } = request.headers
              const actor = isApiKey(authorization)
                ? await authenticateKey(services, authorization, request.ip)
                : await authenticate(find, authorization, new Date(), services.secondFactorRequired)
              if (actor) actors.set(request, actor)
              permit(route.endpoint, actor)
              requireIdempotencyKey(route.endpoint, actor, request.headers['idempotency-key'])
              requireProof(route.endpoint, actor, new Date())
            }
            shedder.awaitBody(request, route.endpoint, partyOf(request.ip, actors.get(request)))
          },
          errorHandler: (error, request, reply) => {
            if (
              error instanceof Refusal &&
              ['not_permitted', 'support_reads_only', 'key_out_of_scope'].includes(error.message)
            )
              recordRefusal(services, route.endpoint, request, actors.get(request))
            sendError(services, error, request, reply)
          },
          handler: async (request, reply) => {
            const actor = actors.get(request)
            const incoming = await incomingOf(services, route.endpoint, request, reply, actor)
            requireProof(route.endpoint, actor, new Date(), incoming.input as object)
            const outgoing = await shedder.work(request, route.endpoint, partyOf(request.ip, actor), () =>
              tracedRequest(route.endpoint, request, () => route.serve(incoming)),
            )
            // The cooperative sees what of it support read, before support does.
            if (isSupport(actor)) await recordReading(route.endpoint, incoming, actor)
            return send(reply, outgoing)
          },
        })
      }
    }
  })
  return server
}

/** Made once: turning away three times what can be served must cost so little that the rest is still served. */
const { reply: overloaded } = errorReply(new Refusal('overloaded'), '')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers leave no line in the log: the address and the moment beside a login's line would say whose it was. */
    isAnonymous?: true
    /** What an answer is counted as; absent for pages and files of the web app. */
    kind?: 'read' | 'write' | 'file' | 'stream'
  }
}

/** A file may have a body beside it, and the parts of a form have headings of their own. */
function bodyLimitOf({ upload, bodyBytesMax }: Endpoint): { bodyLimit?: number } {
  if (upload) return { bodyLimit: upload.bytesMax + (bodyBytesMax ?? 0) + 64 * 1024 }
  return bodyBytesMax ? { bodyLimit: bodyBytesMax } : {}
}

function kindOf(endpoint: Endpoint): 'read' | 'write' | 'file' {
  return endpoint.kind === 'file' ? 'file' : isReading(endpoint) ? 'read' : 'write'
}

function tracedRequest<T>(
  { method, path, isAnonymous }: Endpoint,
  { id, headers }: FastifyRequest,
  work: () => Promise<T>,
) {
  if (isAnonymous) return work()
  return traced(`${method} ${path}`, { kind: SpanKind.SERVER, attributes: { 'request.id': id }, headers }, work)
}

function countAnswer({ method, routeOptions: { url, config } }: FastifyRequest, reply: FastifyReply): void {
  // A stream lasts as long as its browser stays, which says nothing about how fast answers are.
  if (config.kind !== 'stream') requestSeconds.record(reply.elapsedTime / 1000, { kind: config.kind ?? 'page' })
  requests.add({ method, route: url ?? 'unknown', status: String(reply.statusCode) })
}

/** Who was answered what and how fast: the address as the contract writes it, so no name, phone, amount or secret of its fields. */
function logAnswer({ log }: Services, request: FastifyRequest, reply: FastifyReply, actor: Actor | undefined): void {
  // A balancer that asks whether all is well, several times a second, would fill the log.
  if (reply.statusCode === 200 && request.routeOptions.url?.startsWith('/api/health')) return
  if (request.routeOptions.config.isAnonymous) return
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      address: request.ip,
      ...(actor && { login: actor.loginId, cooperative: actor.cooperativeId }),
    },
    'answered',
  )
}

function httpServer(handle: RequestListener, shedder: LoadShedder, publicUrl: () => string): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // The largest file on the slowest line that is served; the load shedder gives each body its own time, which is shorter.
      requestTimeout: 600_000,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      if (!shedder.turnsAway(request.url ?? '')) return handle(request, response)
      requests.add({ method: request.method ?? '', route: 'turned away', status: String(overloaded.status) })
      refusals.add({ code: 'overloaded' })
      const headers = {
        ...replyHeaders(publicUrl()),
        'retry-after': String(retryAfterSeconds()),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      }
      response.writeHead(overloaded.status, headers).end(JSON.stringify({ ...overloaded, requestId: randomUUID() }))
    },
  )
  // Longer than any work takes (each statement ends after 25 s): a connection cut before its reply leaves its caller in doubt.
  return server.setTimeout(120_000)
}

/** Where an endpoint answers: its own path, its aliases, and all of them under /api. */
export function addresses({ path, aliases = [] }: Endpoint): string[] {
  return [path, ...aliases].flatMap((url) => (url.startsWith('/api/') ? [url] : [url, `/api${url}`]))
}

/** A POST without a body is a well-formed way to say "do it". */
function acceptEmptyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('text/plain')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

/** A request as its endpoint's use case takes it; throws what is wrong with its fields. */
export async function incomingOf(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Incoming['actor'],
): Promise<Incoming> {
  const { file, body } = endpoint.upload
    ? await receiveFile(request, endpoint.upload.bytesMax, endpoint.bodyBytesMax ?? 0)
    : { body: request.body }
  const input = parse(endpoint, request, body)
  const [secrets, rest] = withoutSecrets(endpoint, body)
  const { page = 1, limit = 10 } = input as { page?: number; limit?: number }
  if (endpoint.kind === 'list' && page * limit > rowsPagedMax) {
    throw new InvalidInput([
      { field: 'page', message: `Only the first ${rowsPagedMax} rows can be paged; narrow the list with a filter` },
    ])
  }
  return {
    services,
    requestId: request.id,
    actor,
    caller: {
      device: deviceOf(request),
      address: request.ip,
      origin: `${request.protocol}://${request.host}`,
      isFromOtherSite: request.headers['sec-fetch-site'] === 'cross-site',
      query: request.url.split('?')[1] ?? '',
      signIn: cookieIn(request, nameOf(signInCookie, isSecure(request)), /^[A-Za-z0-9_-]{20,2000}$/),
      keepSignIn: (sealed) => void reply.header('set-cookie', signInCookieText(sealed, isSecure(request))),
      agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      trust: (device) => void reply.header('set-cookie', deviceCookieText(device, isSecure(request))),
    },
    input: { ...input, ...(file && { file }), ...(endpoint.kind === 'list' && { page, limit }) },
    page,
    limit,
    key:
      endpoint.method === 'POST' && !endpoint.isAnonymous
        ? keyWith(services.secret, keyOf(request), secrets)
        : undefined,
    overdraftReason: overdraftReasonOf(request),
    // The same action under another of its addresses is the same action; a body that no schema bounds is not part of it.
    fingerprint: keyedHash(
      services.secret,
      JSON.stringify([
        endpoint.path,
        request.params,
        request.query,
        file ? [sha256(file.content).toString('hex'), file.sheet, rest] : rest,
      ]),
    ),
  }
}

/** The values of the fields of a body that are secrets, and the rest of it. */
function withoutSecrets({ body }: Endpoint, given: unknown): [secrets: unknown[], rest: object | undefined] {
  if (!body) return [[], undefined]
  const fields = Object.entries(given ?? {})
  const isSecretField = ([name]: [string, unknown]) => {
    const field = body.shape[name]
    return field !== undefined && isSecret(field)
  }
  return [
    fields.filter(isSecretField).map(([, value]) => value),
    Object.fromEntries(fields.filter((field) => !isSecretField(field))),
  ]
}

/**
 * The key under which a reply is stored and with which it is sealed. Where a request holds secrets they are part of it, so
 * that another password with the same key is another request, and no one opens the reply who does not know both.
 */
function keyWith(secret: Buffer, key: string | undefined, secrets: readonly unknown[]): string | undefined {
  return key === undefined || secrets.length === 0
    ? key
    : keyedHash(secret, JSON.stringify([key, ...secrets])).toString('base64url')
}

/** What a request says in its address and body, as one input. Throws `InvalidInput`, which names the fields. */
export function parse(endpoint: Endpoint, request: FastifyRequest, body: unknown = request.body): object {
  const input = {}
  for (const [schema, value] of [
    [endpoint.params, request.params],
    [endpoint.query, request.query],
    // A POST whose body has nothing that must be there may leave it out; a PUT says what is to change.
    [endpoint.body, endpoint.method === 'PUT' ? body : (body ?? {})],
  ] as const) {
    if (!schema) continue
    const result = z.safeParse(schema, value, readingRequests)
    if (!result.success) throw invalidInput(result.error.issues)
    Object.assign(input, result.data)
  }
  return input
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{16,255}$/.test(key)) return key
  throw new InvalidInput([
    { field: 'Idempotency-Key', message: 'Use 16 to 255 letters, digits and marks, without spaces' },
  ])
}

/** Percent-encoded, because a header holds no letters outside Latin-1. */
function overdraftReasonOf(request: FastifyRequest): string | undefined {
  const header = request.headers[overdraftReasonHeader.toLowerCase()]
  if (header === undefined) return undefined
  const reason = decoded(String(header))?.trim()
  if (reason && reason.length >= 3 && reason.length <= 500) return reason
  throw new InvalidInput([{ field: overdraftReasonHeader, message: 'Enter the reason in 3 to 500 characters.' }])
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The file of a multipart request, and what its contract's body has beside it: JSON in the field `body`. */
async function receiveFile(
  request: FastifyRequest,
  bytesMax: number,
  bodyBytesMax: number,
): Promise<{ file: UploadedFile; body: unknown }> {
  if (!request.isMultipart()) refuse('no_file')
  let received: { fieldname: string; filename: string; content: Buffer } | undefined
  let body: unknown
  // Read to the end, where a second file is refused by the library's own limit.
  for await (const part of request.parts({ limits: { fileSize: bytesMax, fieldSize: Math.max(bodyBytesMax, 1024) } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'body' && bodyBytesMax > 0) body = jsonOf(part.value, part.valueTruncated)
      continue
    }
    const content = await part.toBuffer()
    // The library overlooks a limit that the very last bytes pass, and would give us the file cut short.
    if (part.file.truncated) refuse('file_too_large', { field: 'file', megabytes: Math.floor(bytesMax / 1024 / 1024) })
    received = { fieldname: part.fieldname, filename: part.filename, content }
  }
  if (!received || received.fieldname !== 'file' || received.content.length === 0) return refuse('no_file')
  const { filename, content } = received
  // The last path segment only: some browsers send the whole path of the sender's disk.
  const fileName = filename
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .slice(0, 120)
  const sheet = sheetOf(request)
  return { file: { fileName: fileName || 'file', content, ...(sheet !== undefined && { sheet }) }, body }
}

function sheetOf(request: FastifyRequest): string | undefined {
  const header = request.headers[sheetHeader.toLowerCase()]
  if (header === undefined) return undefined
  const sheet = decoded(String(header))?.trim()
  // Excel's own limit is 31.
  if (sheet && sheet.length <= 100) return sheet
  throw new InvalidInput([{ field: sheetHeader, message: 'Name a sheet of the workbook, percent-encoded.' }])
}

/** The library has parsed a field that says that it is JSON. */
function jsonOf(value: unknown, isCutShort: boolean): unknown {
  if (typeof value !== 'string') return value
  try {
    if (!isCutShort) return JSON.parse(value) as unknown
  } catch {
    // Said below.
  }
  throw new InvalidInput([{ field: 'body', message: 'Send JSON, and no more of it than the call takes' }])
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}

/** Under TLS a cookie that no other site and no subdomain can plant; browsers take that prefix over TLS only. */
function nameOf(cookie: string, secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie
}

function cookieIn(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const cookies = (request.headers.cookie ?? '').split('; ')
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && form.test(value) ? value : undefined
}

function deviceOf(request: FastifyRequest): string | undefined {
  const form = /^[A-Za-z0-9_-]{43}$/
  // Devices from before the prefix are known by the plain name until their cookie expires.
  return cookieIn(request, nameOf(deviceCookie, isSecure(request)), form) ?? cookieIn(request, deviceCookie, form)
}

function deviceCookieText(device: string, secure: boolean): string {
  return `${nameOf(deviceCookie, secure)}=${device}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${deviceDays * 86_400}${secure ? '; Secure' : ''}`
}

/** Lax, because the third party leads back here from its own site. */
function signInCookieText(sealed: string | undefined, secure: boolean): string {
  return `${nameOf(signInCookie, secure)}=${sealed ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${sealed === undefined ? 0 : signInSeconds}${secure ? '; Secure' : ''}`
}

function send(reply: FastifyReply, outgoing: Outgoing): FastifyReply {
  reply.code(outgoing.status).header('cache-control', 'no-store')
  if ('location' in outgoing)
    return reply.header('referrer-policy', 'no-referrer').redirect(outgoing.location, outgoing.status)
  if ('file' in outgoing) {
    const { file } = outgoing
    const { fileName, mediaType } = file
    if ('pieces' in file) reply.header('content-length', file.bytes)
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      .type(mediaType)
      .send('pieces' in file ? file.pieces : file.content)
  }
  if (outgoing.replayed) reply.header('idempotent-replayed', 'true')
  return reply.type('application/json; charset=utf-8').send(outgoing.body)
}

/** The most refusals in an hour of one login and call that are recorded: whoever tries again and again must not fill the trail. */
const refusalsHourlyMax = 20

/** Somebody tried what their role does not allow, and their own cooperative may know. */
function recordRefusal(
  { recordEvent }: Services,
  { method, path }: Endpoint,
  { id: requestId }: FastifyRequest,
  actor: Actor | undefined,
): void {
  if (!actor || actor.role === 'superadmin') return
  const { loginId, name: actorName, role, cooperativeId } = actor
  const events = () => Promise.resolve([{ cooperativeId, actorName, role, detail: { refused: 'not_permitted' } }])
  recordEvent({ loginId, action: `${method} ${path}`, requestId, hourlyMax: refusalsHourlyMax, events })
}

function sendError({ log }: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Under a key it is safe to try again, and the key then tells what became of it; without one only a look can.
  const told =
    error instanceof OutcomeUnknown
      ? new Refusal(
          request.method === 'GET' || request.headers['idempotency-key'] !== undefined
            ? 'overloaded'
            : 'outcome_unknown',
        )
      : error
  const { reply: body, headers, bug } = errorReply(told, request.id)
  refusals.add({ code: told instanceof Refusal ? told.message : bug ? 'bug' : `status_${body.status}` })
  if (bug)
    log.error(
      { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
      'request failed',
    )
  void reply
    .code(body.status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body)
}

/** What is no HTTP at all, or comes too slowly or with too many headers: the connection ends with a reply in our own form. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, phrase, message] = brokenRequests[error.code ?? ''] ?? brokenRequest
  const body = JSON.stringify({ success: false, message, status, data: null, requestId: randomUUID() })
  const headers = {
    ...replyHeaders(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  )
}

const brokenRequest = [400, 'Bad Request', 'This is not a request that can be read.'] as const
const brokenRequests: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers of this request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'This request took too long to arrive. Check your connection and try again.',
  ],
}
