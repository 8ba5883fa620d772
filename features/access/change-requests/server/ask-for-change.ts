import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { may, type TenantActor } from '#core/actor.ts'
import type { ChangeRequestId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { findAskedOften, hasOtherApprover } from './queries.ts'
import { insertChangeRequest } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type WaitingEndpoint = Endpoint & { mayWait: true }

/**
 * A change that takes two officers. `description` says it in words, with what is there now: when it reads otherwise at
 * the approval, something has changed in between. Admins and treasurers decide about it, about one that gives or takes an
 * office (`isOfOffice`) admins only: a treasurer must not stop the admin who ends their office. `ownMemberId` is whose money it is about, who
 * therefore approves it only as the only other officer, and never what says who they are (`ownerNeverAgrees`).
 * `money` is what it moves, and how many approvals the settings ask for; with none it is done at once. After seven days without a
 * decision the officer who asked approves alone what `opensToAsker`: what gives a member an office or takes it away, because a silent officer
 * would lock the society up for good. `tells` says to the member, by SMS and email too, what is asked about who they are while it can
 * be rejected; what is done at once tells them by itself, unless it is told `atOnceToo`.
 */
export type Change = {
  description: string
  isOfOffice?: true
  memberId?: MemberId
  ownMemberId?: MemberId
  ownerNeverAgrees?: true
  opensToAsker?: true
  tells?: { memberId: MemberId; message: string; atOnceToo?: true }
  money?: { amount: Kobo; approvals: number }
}

type Doing<Input, Result> = (tx: Tx, actor: TenantActor, input: Input, context: Context) => Promise<Result>

/** What a request would change; undefined where nothing of it takes two officers. */
type Describe<E extends Endpoint> = Doing<Parsed<E>, Change | undefined>

/**
 * For `bindWaiting`: an endpoint whose change waits as soon as there is another officer who can approve it. `ask` tries the
 * use case and undoes it, so that whoever asks hears at once what it would be refused for, keeps the request and tells the
 * officers; it answers undefined where the use case may go on at once. It refuses: change_waits, change_asked_often, and what
 * `refuseAsking` and the use case refuse. `refuseAsking` looks at who asks, not at who agrees: an officer may agree to what another one asked about them.
 */
export function askForChange<E extends WaitingEndpoint, UseCase extends Doing<Parsed<E>, unknown>>(
  endpoint: E,
  describe: Describe<E>,
  useCase: UseCase,
  refuseAsking?: (tx: Tx, actor: TenantActor, input: Parsed<E>, context: Context) => Promise<void> | void,
) {
  const action = `${endpoint.method} ${endpoint.path}`
  waiting.set(action, { endpoint, describe, useCase } as unknown as Waiting)
  const ask: Doing<Parsed<E>, ChangeRequestId | undefined> = async (tx, actor, input, context) => {
    await refuseAsking?.(tx, actor, input, context)
    const change = await describe(tx, actor, input, context)
    if (!change || change.money?.approvals === 0) return undefined
    const { tells } = change
    const {
      description,
      isOfOffice,
      memberId = null,
      ownMemberId: owner = null,
      opensToAsker = false,
      ownerNeverAgrees = false,
      money = { amount: null, approvals: 1 },
    } = change
    const kind = isOfOffice ? 'office_change' : 'change'
    const others = await hasOtherApprover(tx, actor, owner, kind)
    // Where the one whose money it is is the only other officer, two people are to know of it all the same.
    const ownerAgrees = !ownerNeverAgrees && !others && (await hasOtherApprover(tx, actor, null, kind))
    const ownMemberId = ownerAgrees ? null : owner
    const waits = others || ownerAgrees
    const often = waits && tells && (await findAskedOften(tx, actor, tells.memberId))
    if (often) refuse('change_asked_often', { name: often })
    if (waits) await tx.tryOut(() => useCase(tx, actor, input, context))
    if (tells && (waits || tells.atOnceToo))
      notifyMembers(
        tx,
        actor.cooperativeId,
        [{ memberId: tells.memberId, type: 'warning', message: tells.message }],
        'security',
      )
    if (!waits) return undefined
    const id = newId<ChangeRequestId>()
    if (
      !(await insertChangeRequest(tx, actor, {
        id,
        kind,
        action,
        input: encoded(endpoint, input as object),
        description,
        memberId,
        ownMemberId,
        opensToAsker,
        amount: money.amount,
        approvalsNeeded: money.approvals,
      }))
    )
      refuse('change_waits', { list: may(actor, 'approval.list') ? 'approvals' : 'dashboard' })
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: fill(strings.asksForAChangeAnother, { name: actor.name, description }),
      link: '/coop/financial-operations/transactions?tab=approvals',
    })
    return id
  }
  return { endpoint, ask, useCase }
}

type Waiting = {
  endpoint: WaitingEndpoint
  describe: Describe<WaitingEndpoint>
  useCase: Doing<Parsed<WaitingEndpoint>, unknown>
}

const waiting = new Map<string, Waiting>()

/** What is done when a request with this action is approved. */
export function waitingFor(action: string): Waiting {
  const found = waiting.get(action)
  if (!found) throw new Error(`No endpoint waits for a second officer as ${action}`)
  return found
}

const parts = ['params', 'query', 'body'] as const

/** As it was sent, so that it can be kept and read again by the same contract. */
function encoded(endpoint: Endpoint, input: object): Record<string, unknown> {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const schema = endpoint[part]
      if (!schema) return []
      const mine = Object.fromEntries(
        Object.entries(input).filter(([name, value]) => name in schema.shape && value !== undefined),
      )
      return [[part, z.encode(schema, mine)]]
    }),
  )
}

/** What was kept of a request, as its use case takes it. */
export function decoded(endpoint: Endpoint, kept: object): object {
  return Object.assign(
    {},
    ...parts.map((part) => {
      const schema = endpoint[part]
      return schema ? z.decode(schema, (kept as Record<string, Record<string, unknown>>)[part] ?? {}) : {}
    }),
  ) as object
}
