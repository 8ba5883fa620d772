import * as z from 'zod/mini'
import type { Endpoint, PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import { refusalMessage, refusals } from '#contract/refusals.ts'
import { type Actor, officeOf, type SuperAdminActor, type TenantActor, whyNotMay } from '#domain/actor.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { LoginId, SessionId } from '#domain/ids.ts'
import { rolesOn } from '#domain/access/sessions/office.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { memberIdOf, sampleId, type Society, type User, type World } from './records.ts'
import { refusedFile, whyNotHere } from './refused.ts'
import { loadWorld, saveWorld, type Store } from './storage.ts'

export type Moment = { world: World; now: Date; today: Day }
/** One society's work, and who does it. */
export type Place = Moment & { society: Society; actor: TenantActor }

type PageAsked = { page: number; limit: number }
type InputOf<E> = Parsed<E> & (E extends { kind: 'list' } ? PageAsked : unknown) & (E extends { upload: object } ? { picture: string } : unknown)
export type DemonstrationFile = { fileName: string; mediaType: string; content: Uint8Array<ArrayBuffer> }
type Reply<E> = E extends { kind: 'list' } ? PageOf<Replied<E>> : E extends { kind: 'file' } ? DemonstrationFile : Replied<E>

export type Answer = { endpoint: Endpoint; give: (moment: Moment, input: unknown, user: User | undefined, actor: Actor | undefined) => unknown }

/** Answers an endpoint that needs no society. */
export function open<E extends Endpoint>(endpoint: E, give: (moment: Moment, input: InputOf<E>, user: User | undefined, actor: Actor | undefined) => Reply<E>): Answer {
  return { endpoint, give: (moment, input, user, actor) => give(moment, input as InputOf<E>, user, actor) }
}

/** Answers an endpoint inside the asker's society. */
export function inside<E extends Endpoint>(endpoint: E, give: (place: Place, input: InputOf<E>) => Reply<E>): Answer {
  return {
    endpoint,
    give(moment, input, _user, actor) {
      const society = moment.world.societies.find(({ id }) => id === actor?.cooperativeId)
      if (!actor || actor.role === 'superadmin' || !society) return refuse('not_permitted')
      return give({ ...moment, society, actor }, input as InputOf<E>)
    },
  }
}

/** Answers an endpoint of the super administrator. */
export function above<E extends Endpoint>(endpoint: E, give: (moment: Moment & { actor: SuperAdminActor }, input: InputOf<E>) => Reply<E>): Answer {
  return {
    endpoint,
    give: (moment, input, _user, actor) => (actor?.role === 'superadmin' ? give({ ...moment, actor }, input as InputOf<E>) : refuse('not_permitted')),
  }
}

/** A no of the demonstration's own, in the specification's words. */
export class DemonstrationRefusal extends Error {
  override name = 'DemonstrationRefusal'
  readonly status: number
  readonly field: string | undefined
  constructor(status: number, message: string, field?: string) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** `picture` is what is uploaded, as a data URL. */
export type DemonstrationRequest = { method: string; path: string; body?: string | undefined; picture?: string; token: string | null }
/** A file comes in place of an empty body. */
export type DemonstrationReply = { status: number; body: string; file?: DemonstrationFile }

/** Added to a member's token where his role has opened the officers' area to him. */
export const officerSuffix = '.officer'

export function userOfToken(world: World, token: string | null): User | undefined {
  if (!token) return undefined
  const own = token.endsWith(officerSuffix) ? token.slice(0, -officerSuffix.length) : token
  return world.users.find((user) => user.token === own)
}

function actorOf(world: World, token: string | null, now: Date): Actor | undefined {
  const user = userOfToken(world, token)
  if (!user) return undefined
  const base = { loginId: sampleId<LoginId>('login', user.id), sessionId: sampleId<SessionId>('login', user.id), name: user.name }
  if (user.role === 'superadmin') return { ...base, role: 'superadmin', cooperativeId: undefined, memberId: undefined }
  const society = world.societies.find(({ id }) => id === user.cooperativeId)
  if (!society) return undefined
  const place = { cooperativeId: society.id, cooperativeStatus: society.status }
  if (user.role === 'coop_admin') return { ...base, ...place, name: society.name, role: 'coop_admin', office: 'admin', memberId: undefined }
  const memberId = memberIdOf(user)
  if (!token?.endsWith(officerSuffix)) return { ...base, ...place, role: 'member', memberId }
  const office = officeOf(rolesOn(user.roles, user.officeEndsOn ?? null, dayIn(now)))
  return office && { ...base, ...place, role: 'coop_admin', memberId, office }
}

/** What the contract's endpoint says to a request, from storage alone; a change is stored before it is answered. */
export function respond(answers: readonly Answer[], store: Store, request: DemonstrationRequest, now: Date): DemonstrationReply {
  try {
    const found = findAnswer(answers, request)
    if (!found) return refusalReply(new DemonstrationRefusal(405, whyNotHere(request.method, pathOf(request))))
    const { endpoint, give } = found.answer
    const world = loadWorld(store, now)
    const actor = actorOf(world, request.token, now)
    permit(endpoint, actor)
    const input = inputOf(endpoint, found.params, request)
    if (endpoint.formats && 'format' in input && input['format'] !== undefined && input['format'] !== 'json') throw new DemonstrationRefusal(405, refusedFile)
    const reply = give({ world, now, today: dayIn(now) }, input, userOfToken(world, request.token), actor)
    const status = endpoint.status ?? 200
    const answer = endpoint.kind === 'file' ? { status, body: '', file: reply as DemonstrationFile } : { status, body: JSON.stringify(envelope(endpoint, reply, input as PageAsked)) }
    // That a file was taken may be a line of the audit trail.
    if (endpoint.method !== 'GET' || endpoint.kind === 'file') saveWorld(store, world, now)
    return answer
  } catch (error) {
    if (error instanceof Refusal || error instanceof DemonstrationRefusal || error instanceof InvalidInput) return refusalReply(error)
    throw error
  }
}

function permit(endpoint: Endpoint, actor: Actor | undefined): void {
  if (endpoint.access === 'public') return
  if (!actor) return refuse('not_signed_in')
  const reason = endpoint.access === 'signed_in' ? undefined : whyNotMay(actor, endpoint.access)
  if (reason) refuse(reason)
}

function pathOf({ path }: DemonstrationRequest): string {
  const bare = path.split('?')[0] ?? ''
  return /^\/api\/(?!health)/.test(bare) ? bare.slice('/api'.length) : bare
}

function findAnswer(answers: readonly Answer[], request: DemonstrationRequest): { answer: Answer; params: Record<string, string> } | undefined {
  const path = pathOf(request)
  const candidates = answers.flatMap((answer) => {
    if (answer.endpoint.method !== request.method) return []
    return [answer.endpoint.path, ...(answer.endpoint.aliases ?? [])].flatMap((pattern) => {
      const params = paramsOf(pattern, path)
      return params ? [{ answer, params }] : []
    })
  })
  // A path that is written out wins over one with a parameter in its place.
  return candidates.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0]
}

/** The parameters of a path that fits a pattern such as /members/:id. */
export function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(text)
    else if (part !== text) return undefined
  }
  return params
}

class InvalidInput extends Error {
  readonly errors: readonly { field: string; message: string }[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('Some fields need another look.')
    this.errors = issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  }
}

function inputOf(endpoint: Endpoint, params: Record<string, string>, { path, body, picture }: DemonstrationRequest): Record<string, unknown> {
  const parts = [
    [endpoint.params, params],
    [endpoint.query, Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))],
    [endpoint.body, body === undefined ? {} : (JSON.parse(body) as unknown)],
  ] as const
  const input: Record<string, unknown> = {}
  for (const [schema, given] of parts) {
    if (!schema) continue
    const result = z.safeParse(schema, given)
    if (!result.success) throw new InvalidInput(result.error.issues)
    Object.assign(input, result.data)
  }
  if (endpoint.upload) {
    if (!picture) refuse('no_file')
    input['picture'] = picture
  }
  return endpoint.kind === 'list' ? { page: 1, limit: 10, ...input } : input
}

/** The reply as it would travel; the contract's codecs refuse any that has another shape. */
function envelope(endpoint: Endpoint, reply: unknown, { page, limit }: PageAsked): object {
  const head = { success: true, message: endpoint.message ?? 'OK' }
  if (endpoint.kind !== 'list') return { ...head, data: z.encode(endpoint.reply, reply) }
  const { rows, total, summary } = reply as PageOf<unknown>
  const totals = endpoint.summaryReply ? { summary: z.encode(endpoint.summaryReply, summary) } : {}
  return { ...head, data: z.encode(z.array(endpoint.reply), rows), meta: { page, limit, total, totalPages: Math.ceil(total / limit), ...totals } }
}

function refusalReply(error: Refusal | DemonstrationRefusal | InvalidInput): DemonstrationReply {
  const { status, message, errors } = toldOf(error)
  return { status, body: JSON.stringify({ success: false, message, status, data: null, ...(errors.length > 0 ? { errors } : {}) }) }
}

function toldOf(error: Refusal | DemonstrationRefusal | InvalidInput): { status: number; message: string; errors: readonly { field: string; message: string }[] } {
  if (error instanceof InvalidInput) return { status: 422, message: error.errors[0]?.message ?? error.message, errors: error.errors }
  if (error instanceof DemonstrationRefusal) return { status: error.status, message: error.message, errors: error.field ? [{ field: error.field, message: error.message }] : [] }
  const message = refusalMessage(error.code, error.detail)
  const errors = [error, ...error.also].flatMap(({ code, detail }) => (detail.field ? [{ field: detail.field, message: refusalMessage(code, detail) }] : []))
  return { status: refusals[error.code].status, message, errors }
}

/** One page of these rows, in the order asked for; `by` says what each word of `sort` compares. */
export function paged<Row>(rows: readonly Row[], { page, limit, sort }: PageAsked & { sort?: string | undefined }, by: Record<string, (row: Row) => string | number | bigint>, first: string, summary?: unknown): PageOf<Row> {
  const asked = sort ?? first
  const key = by[asked.replace('-', '')]
  if (!key) throw new Error(`Nothing says how to sort by ${asked}`)
  const isDescending = asked.startsWith('-')
  // Turned round first, so that of two with the same time the one that was stored last leads.
  const ordered = (isDescending ? rows.toReversed() : rows).toSorted((a, b) => (isDescending ? compare(key(b), key(a)) : compare(key(a), key(b))))
  return { rows: ordered.slice((page - 1) * limit, page * limit), total: rows.length, summary }
}

function compare(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return a < b ? -1 : a > b ? 1 : 0
}
