import * as z from 'zod/mini'
import { type Endpoint, isReading, type PageMeta, type PageOf, type Parsed } from '#core/contract/endpoint.ts'
import type { Actor, SuperAdminActor, TenantActor } from '#core/actor.ts'
import { sentForApproval } from '#features/access/change-requests/contract.ts'
import type { ChangeRequestId, CooperativeId, LoginId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { type InputOf, type RedirectReply, type Reply, SentForApproval, type UploadedFile } from '#platform/action.ts'
import { seal, sha256, unseal } from '#platform/credentials/sealing.ts'
import { type Caller, type Context, noLogin, type Services } from '#platform/context.ts'
import { OneOfSeveralFailed, OutcomeUnknown, scopeOf } from '#platform/db/database.ts'
import { writeEvents } from '#platform/db/event-recorder.ts'
import {
  findOpenReply,
  findReplies,
  recordOpenReply,
  recordOutcomes,
  recordPlatformReply,
  type StoredReply,
} from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft, type FileReply, type LongFile } from '#platform/files/file-draft.ts'
import { hintOfChange, hintOfOwn } from '#platform/live/hint-of-change.ts'
import { hintAfter, hints } from '#platform/live/hints.ts'
import { type Batch, Lanes } from './lanes.ts'
import { isSupport, permit } from './permit.ts'

/** A request on its way: parsed, and with whoever sent it. */
export type Incoming = {
  services: Services
  requestId: string
  actor: Actor | undefined
  caller: Caller
  input: unknown
  page: number
  limit: number
  /** The Idempotency-Key, where one was sent, and what it was sent with. */
  key: string | undefined
  fingerprint: Buffer
  /** Why a bank account may be overdrawn by this, where the person was asked (Overdraft-Reason). */
  overdraftReason: string | undefined
}

/** What goes back: a body that is ready to send, or a file. */
export type Outgoing =
  | { status: number; body: string; replayed?: true }
  | { status: number; file: FileReply | LongFile }
  | { status: number; location: string }

/** `isBatched`: its requests may share a transaction. */
export type Route = { endpoint: Endpoint; isBatched?: true; serve: (incoming: Incoming) => Promise<Outgoing> }

type AnyEndpoint = Endpoint
/** A use case over one cooperative's rows. A thrown refusal undoes its transaction, a returned one keeps it. */
export type TenantUseCase<E extends AnyEndpoint> = (
  tx: Tx,
  actor: TenantActor,
  input: InputOf<E>,
  context: Context,
) => Promise<Reply<E> | Refusal>
export type PlatformUseCase<E extends AnyEndpoint> = (
  tx: Tx,
  actor: SuperAdminActor,
  input: InputOf<E>,
  context: Context,
) => Promise<Reply<E> | Refusal>
export type OpenUseCase<E extends AnyEndpoint> = (
  context: Context,
  caller: Caller,
  input: InputOf<E>,
  actor: Actor | undefined,
) => Promise<Reply<E> | Refusal>
/** Several requests of one cooperative in one transaction; answers in their order. */
export type BatchUseCase<E extends AnyEndpoint> = (
  tx: Tx,
  cooperativeId: CooperativeId,
  requests: readonly { actor: TenantActor; input: InputOf<E>; requestId: string }[],
  context: Context,
) => Promise<(Reply<E> | Refusal)[]>

/** Binds an endpoint to the use case that serves it inside the actor's cooperative. */
export function bind<E extends AnyEndpoint>(endpoint: E, useCase: TenantUseCase<E>): Route {
  return { endpoint, serve: (incoming) => serveTenant(endpoint, useCase, incoming, permit(endpoint, incoming.actor)) }
}

/**
 * Binds an endpoint that may wait for a second officer: `ask` keeps the request, or answers undefined, and then it is served at once.
 * `prepare` is what comes before the transaction, as in bindPrepared.
 */
export function bindWaiting<E extends AnyEndpoint & { mayWait: true }>(
  {
    endpoint,
    ask,
    useCase,
  }: {
    endpoint: E
    ask: (tx: Tx, actor: TenantActor, input: Parsed<E>, context: Context) => Promise<ChangeRequestId | undefined>
    useCase: TenantUseCase<E>
  },
  prepare?: (actor: TenantActor, input: Parsed<E>, context: Context) => Promise<void>,
): Route {
  const either: TenantUseCase<E> = async (tx, actor, input, context) => {
    const asked = await ask(tx, actor, input, context)
    return asked === undefined ? useCase(tx, actor, input, context) : (new SentForApproval(asked) as Reply<E>)
  }
  if (!prepare) return bind(endpoint, either)
  return bindPrepared(endpoint, prepare, (tx, actor, { prepared: _none, ...input }, context) =>
    either(tx, actor, input as InputOf<E>, context),
  )
}

/**
 * Binds an endpoint that takes a file. It is read before the transaction, so that neither a connection nor a lock waits
 * for a large file or a hostile one.
 */
export function bindUpload<E extends AnyEndpoint, File>(
  endpoint: E,
  read: (file: UploadedFile) => Promise<File>,
  useCase: (
    tx: Tx,
    actor: TenantActor,
    input: Parsed<E> & { file: File },
    context: Context,
  ) => Promise<Reply<E> | Refusal>,
): Route {
  return {
    endpoint,
    async serve(incoming) {
      const actor = permit(endpoint, incoming.actor)
      const { file, ...input } = incoming.input as { file: UploadedFile }
      return serveTenant(
        endpoint,
        useCase as unknown as TenantUseCase<E>,
        { ...incoming, input: { ...input, file: await read(file) } },
        actor,
      )
    },
  }
}

/**
 * Binds an endpoint of which something slow comes before its transaction, such as drawing a paper, so that neither a
 * connection nor a lock waits for it. The use case looks whether what was prepared still holds. A key that was answered
 * before gets that answer without the preparation.
 */
export function bindPrepared<E extends AnyEndpoint, Prepared>(
  endpoint: E,
  prepare: (actor: TenantActor, input: Parsed<E>, context: Context) => Promise<Prepared>,
  useCase: (
    tx: Tx,
    actor: TenantActor,
    input: Parsed<E> & { prepared: Prepared },
    context: Context,
  ) => Promise<Reply<E> | Refusal>,
): Route {
  return {
    endpoint,
    async serve(incoming) {
      const actor = permit(endpoint, incoming.actor)
      if (actor.role === 'superadmin') return refuse('not_permitted')
      if (incoming.key !== undefined) {
        const [answered] = await incoming.services.database.tenant(
          scopeOf(actor),
          (tx) => replays(tx, [{ incoming, actor }]),
          { readOnly: true },
        )
        if (answered instanceof Refusal) throw answered
        if (answered) return answered
      }
      const input = incoming.input as Parsed<E>
      const prepared = await prepare(actor, input, contextOf(incoming))
      return serveTenant(
        endpoint,
        useCase as unknown as TenantUseCase<E>,
        { ...incoming, input: { ...(input as object), prepared } },
        actor,
      )
    },
  }
}

/** Binds an endpoint of the super administrator. */
export function bindPlatform<E extends AnyEndpoint>(endpoint: E, useCase: PlatformUseCase<E>): Route {
  return { endpoint, serve: (incoming) => servePlatform(endpoint, useCase, incoming, permit(endpoint, incoming.actor)) }
}

/** Binds an endpoint that the super administrator and a cooperative both call, each with a use case of its own. */
export function bindBoth<E extends AnyEndpoint>(
  endpoint: E,
  platform: PlatformUseCase<E>,
  tenant: TenantUseCase<E>,
): Route {
  return {
    endpoint,
    serve(incoming) {
      const actor = permit(endpoint, incoming.actor)
      return actor.role === 'superadmin'
        ? servePlatform(endpoint, platform, incoming, actor)
        : serveTenant(endpoint, tenant, incoming, actor)
    },
  }
}

/** Binds an endpoint that needs no cooperative: logging in, registering, health. It opens transactions of its own. */
export function bindOpen<E extends AnyEndpoint>(endpoint: E, useCase: OpenUseCase<E>): Route {
  const working = new Map<string, Promise<unknown>>()
  return {
    endpoint,
    async serve(incoming) {
      if (endpoint.access !== 'public') permit(endpoint, incoming.actor)
      const run = async () => {
        const { actor, caller, input } = incoming
        const reply = await useCase(contextOf(incoming), caller, input as InputOf<E>, actor)
        if (endpoint.isOwn && actor && !(reply instanceof Refusal)) hints.publish(hintOfOwn(endpoint, actor))
        return outgoing(endpoint, incoming, reply)
      }
      return incoming.key === undefined ? run() : onceOpen(incoming, incoming.key, working, run)
    },
  }
}

type Job = { incoming: Incoming; actor: TenantActor }
type Settled = (Outgoing | Refusal)[]

/**
 * Binds an endpoint whose requests may share a transaction: those that arrive while the lanes are busy go together in
 * the next, all that wait of a cooperative in one call of the use case. A cooperative that fails the shared transaction,
 * also by being locked for longer than a moment, is set aside and tried by itself, then each of its requests, so that a
 * bad one costs only its own sender; the others go together again at once.
 */
export function bindBatch<E extends AnyEndpoint>(endpoint: E, useCase: BatchUseCase<E>): Route {
  type Waiting = Job & {
    distinct: string | undefined
    resolve: (out: Outgoing) => void
    reject: (error: unknown) => void
  }
  type CooperativeBatch = Batch<CooperativeId, Waiting>
  const settle = ({ jobs }: CooperativeBatch, outcomes: Settled) => {
    for (const [index, job] of jobs.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || outcome instanceof Refusal)
        job.reject(outcome ?? new Error('A batched request got no answer'))
      else job.resolve(outcome)
    }
  }
  const apart = async ({ key, jobs }: CooperativeBatch, error: unknown): Promise<void> => {
    for (const job of jobs) {
      // What may have been kept is not tried again, except under its key, which finds what was kept.
      const mayRepeat = job.incoming.key !== undefined || !(error instanceof OutcomeUnknown)
      if (jobs.length > 1 && mayRepeat && !concernsAll(error)) await runAlone({ key, jobs: [job] })
      else job.reject(error)
    }
  }
  const runAlone = async (batch: CooperativeBatch): Promise<void> => {
    try {
      settle(batch, await inOneTransaction(endpoint, useCase, batch.key, batch.jobs))
    } catch (error) {
      await apart(batch, error)
    }
  }
  const run = async (batches: readonly CooperativeBatch[]): Promise<CooperativeBatch[]> => {
    const services = batches[0]?.jobs[0]?.incoming.services
    if (!services) return []
    try {
      const works = batches.map(({ key, jobs }) => ({
        scope: scopeOf((jobs[0] as Waiting).actor),
        work: (tx: Tx) => serveInside(tx, endpoint, useCase, key, jobs),
      }))
      const outcomes = await services.database.tenants(works)
      for (const [index, batch] of batches.entries()) settle(batch, outcomes[index] ?? [])
      return []
    } catch (error) {
      if (error instanceof OneOfSeveralFailed) {
        const failed = batches[error.index] as CooperativeBatch
        return [failed, ...(await run(batches.filter((batch) => batch !== failed)))]
      }
      if (!(error instanceof OutcomeUnknown || concernsAll(error))) return [...batches]
      for (const batch of batches) await apart(batch, error)
      return []
    }
  }
  const lanes = new Lanes<CooperativeId, Waiting>(
    { run, runAlone },
    { lanes: 2, asideMax: 3, keysMax: 32, jobsMax: 100 },
  )
  return {
    endpoint,
    isBatched: true,
    serve(incoming) {
      const actor = permit(endpoint, incoming.actor)
      if (actor.role === 'superadmin') return refuse('not_permitted')
      const distinct = incoming.key === undefined ? undefined : `${actor.loginId} ${incoming.key}`
      return new Promise((resolve, reject) =>
        lanes.add(actor.cooperativeId, { incoming, actor, distinct, resolve, reject }),
      )
    },
  }
}

async function serveTenant<E extends AnyEndpoint>(
  endpoint: E,
  useCase: TenantUseCase<E>,
  incoming: Incoming,
  actor: Actor,
): Promise<Outgoing> {
  if (actor.role === 'superadmin') return refuse('not_permitted')
  if (isReading(endpoint)) {
    const { snapshotSeconds } = endpoint
    const options = {
      readOnly: true,
      ...(snapshotSeconds !== undefined && { snapshot: true, timeoutSeconds: snapshotSeconds }),
    }
    const reply = await incoming.services.database.tenant(
      scopeOf(actor),
      (tx) => useCase(tx, actor, inputOf(incoming), contextOf(incoming)),
      options,
    )
    const out =
      reply instanceof FileDraft ? { status: 200, file: await reply.write() } : outgoing(endpoint, incoming, reply)
    if ('file' in out && !endpoint.isPicture && !isSupport(actor)) await recordReading(endpoint, incoming, actor)
    return out
  }
  let draft: FileDraft | undefined
  const single: BatchUseCase<E> = async (tx, _cooperativeId, requests, context) => {
    const [request] = requests
    if (!request) return []
    const reply = await useCase(tx, actor, request.input, context)
    draft = reply instanceof FileDraft ? reply : undefined
    return [reply]
  }
  const [outcome] = await inOneTransaction(endpoint, single, actor.cooperativeId, [{ incoming, actor }])
  if (outcome === undefined) throw new Error('A request got no answer')
  if (outcome instanceof Refusal) throw outcome
  // What leaves as a file after a change, such as its line in the trail, is written once that change is kept.
  return draft ? { status: outcome.status, file: await draft.write() } : outcome
}

async function inOneTransaction<E extends AnyEndpoint>(
  endpoint: E,
  useCase: BatchUseCase<E>,
  cooperativeId: CooperativeId,
  jobs: readonly Job[],
  attempts = 2,
): Promise<Settled> {
  const [first] = jobs
  if (!first) return []
  try {
    return await first.incoming.services.database.tenant(
      scopeOf(first.actor),
      (tx) => serveInside(tx, endpoint, useCase, cooperativeId, jobs),
      {
        ...((endpoint.bodyBytesMax || endpoint.upload) && { timeoutSeconds: 25 }),
        overdraftReason: first.incoming.overdraftReason,
      },
    )
  } catch (error) {
    // Nothing was kept, and what was in the way is gone: the same key was answered by another process a moment ago
    // (the second look finds its reply), or two writers waited crosswise and this one gave way.
    if (attempts > 1 && mayTryAgain(error))
      return inOneTransaction(endpoint, useCase, cooperativeId, jobs, attempts - 1)
    throw error
  }
}

/** Replays what was answered before, serves the rest, records audit line and reply of each. */
async function serveInside<E extends AnyEndpoint>(
  tx: Tx,
  endpoint: E,
  useCase: BatchUseCase<E>,
  cooperativeId: CooperativeId,
  jobs: readonly Job[],
): Promise<Settled> {
  const outcomes = await replays(tx, jobs)
  const fresh = jobs.flatMap((job, index) => (outcomes[index] === undefined ? [{ ...job, index }] : []))
  const [first] = fresh
  if (first) {
    const requests = fresh.map(({ actor, incoming }) => ({
      actor,
      input: inputOf<E>(incoming),
      requestId: incoming.requestId,
    }))
    const replies = await useCase(tx, cooperativeId, requests, contextOf(first.incoming))
    fresh.forEach(({ incoming, index }, position) => {
      const reply = replies[position]
      if (reply === undefined) throw new Error('A use case left a request without an answer')
      outcomes[index] = reply instanceof Refusal ? reply : outgoing(endpoint, incoming, reply)
    })
    record(
      tx,
      endpoint,
      cooperativeId,
      fresh.map((job) => ({ ...job, outcome: outcomes[job.index] })),
    )
  }
  return outcomes as Settled
}

async function replays(
  tx: Tx,
  jobs: readonly { incoming: Incoming; actor: TenantActor }[],
): Promise<(Outgoing | Refusal | undefined)[]> {
  const keyed = jobs.flatMap(({ incoming: { key }, actor }) =>
    key === undefined ? [] : [{ loginId: actor.loginId, keyHash: sha256(key) }],
  )
  if (keyed.length === 0) return jobs.map(() => undefined)
  const stored = new Map(
    (await findReplies(tx, keyed)).map((reply) => [`${reply.loginId} ${reply.keyHash.toString('hex')}`, reply]),
  )
  return jobs.map(({ incoming, actor }) => {
    const reply =
      incoming.key === undefined ? undefined : stored.get(`${actor.loginId} ${sha256(incoming.key).toString('hex')}`)
    return reply && incoming.key !== undefined ? replay(incoming.key, incoming.fingerprint, reply) : undefined
  })
}

function replay(key: string, fingerprint: Buffer, reply: StoredReply): Outgoing | Refusal {
  // A reply from before fingerprints were keyed has none.
  if (reply.requestHash.length > 0 && !reply.requestHash.equals(fingerprint))
    return new Refusal('key_reused', { field: 'Idempotency-Key' })
  return { status: reply.status, body: unseal(key, reply.sealedBody), replayed: true }
}

function record<E extends AnyEndpoint>(
  tx: Tx,
  endpoint: E,
  cooperativeId: CooperativeId,
  jobs: readonly { incoming: Incoming; actor: TenantActor; outcome: Outgoing | Refusal | undefined }[],
): void {
  const served = jobs.flatMap(({ incoming, actor, outcome }) =>
    outcome === undefined || outcome instanceof Refusal || !('body' in outcome) ? [] : [{ incoming, actor, outcome }],
  )
  if (served.length === 0) return
  const isSame = endpoint.method === 'PUT' && tx.hasChangedNothing
  for (const { incoming, actor, outcome } of isSame ? [] : served)
    hintAfter(
      tx,
      hintOfChange(endpoint, actor, {
        input: incoming.input,
        body: outcome.body,
        isWaiting: isWaiting(endpoint, outcome),
      }),
    )
  recordOutcomes(
    tx,
    cooperativeId,
    served
      .filter(({ incoming }) => !isSame && !asksForNothing(endpoint, incoming.input))
      .map(({ incoming, actor, outcome }) => ({
        loginId: actor.loginId,
        actorName: actor.name,
        role: actor.role,
        action: isWaiting(endpoint, outcome) ? 'change.asked' : `${endpoint.method} ${endpoint.path}`,
        subjectId: subjectOf(incoming.input),
        requestId: incoming.requestId,
        ...(tx.trail && { detail: { parameters: tx.trail } }),
      })),
    served.flatMap(({ incoming: { key, fingerprint }, actor, outcome }) =>
      key === undefined
        ? []
        : [
            {
              loginId: actor.loginId,
              keyHash: sha256(key),
              requestHash: fingerprint,
              status: outcome.status,
              sealedBody: seal(key, outcome.body),
            },
          ],
    ),
  )
}

/** A change of which no field is named. */
function asksForNothing({ method, body }: Endpoint, input: unknown): boolean {
  const named = input as Record<string, unknown>
  return method === 'PUT' && body !== undefined && Object.keys(body.shape).every((name) => named[name] === undefined)
}

function isWaiting({ mayWait }: Endpoint, { status }: Outgoing): boolean {
  return mayWait === true && status === 202
}

/** What is about to leave, with what it was asked for by: it leaves once its line is in the audit trail. */
export async function recordReading(
  { method, path, query, formats, kind }: Endpoint,
  { services, requestId, caller, input }: Incoming,
  actor: TenantActor,
): Promise<void> {
  const { loginId, name, role, cooperativeId } = actor
  // What the call does not know was not looked at, and may be anything.
  const paging = kind === 'list' ? ['page', 'limit'] : []
  const known = [...Object.keys(query?.shape ?? {}), ...(formats ? ['format'] : []), ...paging]
  const asked = Object.fromEntries([...new URLSearchParams(caller.query)].filter(([name]) => known.includes(name)))
  const parameters = isSupport(actor) ? { records: path, ...asked } : asked
  const event = {
    cooperativeId,
    actorName: name,
    role,
    subjectId: subjectOf(input),
    detail: Object.keys(parameters).length > 0 ? { parameters } : undefined,
  }
  await writeEvents(services.database, { loginId, action: `${method} ${path}`, requestId }, [event])
}

const subjectNames = [
  'id',
  'transactionId',
  'loanId',
  'memberId',
  'importId',
  'returnId',
  'remittanceId',
  'scheduleId',
  'employerId',
  'accountId',
  'requestId',
] as const

/** What a request was about: the identifier in its path or body. */
function subjectOf(input: unknown): string | undefined {
  const named = input as Partial<Record<(typeof subjectNames)[number], string>>
  return subjectNames.map((name) => named[name]).find((subject) => subject !== undefined)
}

async function servePlatform<E extends AnyEndpoint>(
  endpoint: E,
  useCase: PlatformUseCase<E>,
  incoming: Incoming,
  actor: Actor,
  attempts = 2,
): Promise<Outgoing> {
  if (actor.role !== 'superadmin') return refuse('not_permitted')
  const { key, fingerprint, services } = incoming
  const run = async (tx: Tx) => {
    const { changes: topics = [], isOwn } = endpoint
    hintAfter(tx, isOwn ? hintOfOwn(endpoint, actor) : { topics, officers: false, members: [], by: actor.sessionId })
    return outgoing(endpoint, incoming, await useCase(tx, actor, inputOf(incoming), contextOf(incoming)))
  }
  if (key === undefined) return services.database.platform(run)
  try {
    return await services.database.platform(async (tx) => {
      const stored = await findOpenReply(tx, actor.loginId, sha256(key))
      const answered = stored && replay(key, fingerprint, stored)
      if (answered instanceof Refusal) throw answered
      if (answered) return answered
      const out = await run(tx)
      if ('body' in out)
        await recordPlatformReply(tx, {
          loginId: actor.loginId,
          keyHash: sha256(key),
          requestHash: fingerprint,
          status: out.status,
          sealedBody: seal(key, out.body),
        })
      return out
    })
  } catch (error) {
    // Another request with this key was answered meanwhile, and nothing of this one was kept: the second look finds its reply.
    if (attempts > 1 && mayTryAgain(error)) return servePlatform(endpoint, useCase, incoming, actor, attempts - 1)
    throw error
  }
}

/** The same key, outside a cooperative: unique keys of the data keep the action single, this gives the same answer. */
async function onceOpen(
  incoming: Incoming,
  key: string,
  working: Map<string, Promise<unknown>>,
  run: () => Promise<Outgoing>,
): Promise<Outgoing> {
  const loginId = incoming.actor?.loginId ?? noLogin
  const name = `${loginId} ${key}`
  // One at a time: those that come meanwhile find the reply of the first, or try in turn where it was refused.
  for (let under = working.get(name); under; under = working.get(name)) await under
  const answer = answerOnce(incoming, { key, loginId }, run)
  working.set(
    name,
    answer.catch(() => {}),
  )
  try {
    return await answer
  } finally {
    working.delete(name)
  }
}

async function answerOnce(
  { services: { database }, fingerprint }: Incoming,
  { key, loginId }: { key: string; loginId: LoginId },
  run: () => Promise<Outgoing>,
): Promise<Outgoing> {
  const stored = await database.auth((tx) => findOpenReply(tx, loginId, sha256(key)))
  if (stored) {
    const outcome = replay(key, fingerprint, stored)
    if (outcome instanceof Refusal) throw outcome
    return outcome
  }
  const out = await run()
  if ('body' in out) {
    const reply = {
      loginId,
      keyHash: sha256(key),
      requestHash: fingerprint,
      status: out.status,
      sealedBody: seal(key, out.body),
    }
    await database.auth((tx) => recordOpenReply(tx, reply))
  }
  return out
}

function inputOf<E extends AnyEndpoint>({ input }: Incoming): InputOf<E> {
  return input as InputOf<E>
}

function contextOf({ services, requestId, caller }: Incoming): Context {
  return { ...services, requestId, now: new Date(), address: caller.address }
}

/** In place of a file until its transaction has ended. */
const unwritten: FileReply = { fileName: '', mediaType: '', content: Buffer.alloc(0) }

/** Encodes what was promised; a field that the contract does not name never leaves. */
function outgoing(endpoint: Endpoint, incoming: Incoming, reply: unknown): Outgoing {
  if (reply instanceof Refusal) throw reply
  if (reply instanceof SentForApproval)
    return {
      status: 202,
      body: JSON.stringify({
        success: true,
        message: sentForApproval,
        data: { changeRequestId: reply.changeRequestId },
      }),
    }
  const status = endpoint.status ?? 200
  if (endpoint.kind === 'file')
    return { status, file: reply instanceof FileDraft ? unwritten : (reply as FileReply | LongFile) }
  if (endpoint.kind === 'redirect') return { status: 303, location: (reply as RedirectReply).location }
  const message = endpoint.message ?? 'OK'
  if (endpoint.kind !== 'list')
    return { status, body: JSON.stringify({ success: true, message, data: z.encode(endpoint.reply, reply as never) }) }
  const { rows, total, summary } = reply as PageOf<unknown>
  const { page, limit } = incoming
  const meta: PageMeta & { summary?: unknown } = { page, limit, total, totalPages: Math.ceil(total / limit) }
  if (endpoint.summaryReply) meta.summary = z.encode(endpoint.summaryReply, summary as never)
  // The specification's list of cooperatives carries its page under both names.
  const pagination = endpoint.path === '/cooperatives/list' ? { pagination: meta } : {}
  const data = z.encode(z.array(endpoint.reply), rows as never)
  const { q } = incoming.input as { q?: string }
  const found = q ? `Found ${total} ${total === 1 ? 'result' : 'results'}` : message
  return { status, body: JSON.stringify({ success: true, message: found, data, meta, ...pagination }) }
}

function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const repeatedKey = 'constraint' in error && error.constraint === 'idempotency_pkey'
  return repeatedKey || error.code === '40P01' || error.code === '40001'
}

/** The cooperative is locked, the database is slow or has no connection left: another try of each request waits as long again. */
function concernsAll(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '55P03' || error.code === '57014' || error.code === 'overloaded')
  )
}
