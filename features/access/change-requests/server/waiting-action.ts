import * as z from 'zod/mini'
import { may, type TenantActor } from '#core/actor.ts'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import type { ChangeRequestId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { type Action, type Ask, askOf, type Reply } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json } from '#platform/db/write.ts'
import { type ChangeKind, findAskedOften, hasOtherApprover } from './reads.ts'

const changeAskedOften = refusal(
  'change_asked_often',
  429,
  'In the last 24 hours you asked for five changes about {name} that no officer approved. Wait for an approval, or ask again tomorrow.',
)
const changeWaits = refusal(
  'change_waits',
  409,
  'This has been asked for already. It waits under Financial Record, Approvals.',
)
const ownChangeWaits = refusal(
  'own_change_waits',
  409,
  'This has been asked for already. It waits for another officer; you can take it back on your Dashboard.',
)

/**
 * A change that takes two officers. `description` says it in words, with what is there now: when it reads otherwise at
 * the approval, something has changed in between. Admins and treasurers decide about it, about one that gives or takes an
 * office (`isOfOffice`) admins only: a treasurer must not stop the admin who ends their office. `ownMemberId` is whose money it is about, who
 * therefore approves it only as the only other officer, and never what says who they are (`ownerNeverAgrees`).
 * `money` is what it moves, and how many approvals the settings ask for; with none it is done at once. After seven days without a
 * decision the officer who asked approves alone what `opensToAsker`: what gives a member an office or takes it away, because a silent officer
 * would lock the society up for good. `tells` is what the member is notified of, by SMS and email too, while a change of who they are can
 * still be rejected; what is done at once notifies them by itself, unless `atOnceToo` is set.
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

type WaitingEndpoint = Endpoint & { mayWait: true }
type Doing<Input, Result> = (tx: Tx, actor: TenantActor, input: Input, context: Context) => Promise<Result>

/**
 * An action that waits as soon as there is another officer who can approve it. `describe` says what it would change; undefined where nothing
 * of it takes two officers, and then it is done at once. A request that is to wait is tried and undone, so that the officer sees at
 * once what it would be refused for; it is saved and the officers are notified. `refuseAsking` looks at who asks, not at who agrees: an
 * officer may agree to what another one asked about them. Refuses: change_waits, change_asked_often, and what `refuseAsking` and `work` refuse.
 */
export function waitingAction<E extends WaitingEndpoint, Answer extends Reply<E>>(
  endpoint: E,
  describe: (ask: Ask, input: Parsed<E>) => Promise<Change | undefined>,
  work: (ask: Ask, input: Parsed<E>) => Promise<Answer>,
  refuseAsking?: (ask: Ask, input: Parsed<E>) => Promise<void> | void,
): Action<E, Parsed<E>, Answer> & {
  ask: Doing<Parsed<E>, ChangeRequestId | undefined>
  useCase: Doing<Parsed<E>, Answer>
} {
  waiting.set(nameOf(endpoint), { endpoint, describe, work } as unknown as Waiting)
  return Object.assign((ask: Ask, input: Parsed<E>) => work(ask, input), {
    endpoint,
    async ask(tx: Tx, actor: TenantActor, input: Parsed<E>, context: Context) {
      const ask = askOf(tx, actor, context)
      await refuseAsking?.(ask, input)
      const change = await describe(ask, input)
      if (!change || change.money?.approvals === 0) return undefined
      return askForChange(ask, endpoint, input as object, change, () => work(ask, input))
    },
    useCase: (tx: Tx, actor: TenantActor, input: Parsed<E>, context: Context) => work(askOf(tx, actor, context), input),
  })
}

/** Saves the request where another officer can approve it; undefined where none can. */
async function askForChange(
  { tx, actor }: Ask,
  endpoint: WaitingEndpoint,
  input: object,
  change: Change,
  work: () => Promise<unknown>,
): Promise<ChangeRequestId | undefined> {
  const {
    description,
    isOfOffice,
    memberId = null,
    ownMemberId: owner = null,
    opensToAsker = false,
    ownerNeverAgrees = false,
    tells,
    money = { amount: null, approvals: 1 },
  } = change
  const kind: ChangeKind = isOfOffice ? 'office_change' : 'change'
  const others = await hasOtherApprover(tx, actor, owner, kind)
  // Where the one whose money it is is the only other officer, two people are to know of it all the same.
  const ownerAgrees = !ownerNeverAgrees && !others && (await hasOtherApprover(tx, actor, null, kind))
  const ownMemberId = ownerAgrees ? null : owner
  const waits = others || ownerAgrees
  const often = waits && tells && (await findAskedOften(tx, actor, tells.memberId))
  if (often) refuse(changeAskedOften({ name: often }))
  if (waits) await tx.tryOut(work)
  if (tells && (waits || tells.atOnceToo))
    notifyMembers(
      tx,
      actor.cooperativeId,
      [{ memberId: tells.memberId, type: 'warning', message: tells.message }],
      'security',
    )
  if (!waits) return undefined
  const changeRequestId = newId<ChangeRequestId>()
  const request = {
    ...{ changeRequestId, kind, action: nameOf(endpoint), input: json(encoded(endpoint, input)), description },
    ...{ memberId, ownMemberId, opensToAsker, amount: money.amount, approvalsNeeded: money.approvals },
    ...{ askedBy: actor.loginId, askedByName: actor.name },
  } as const
  if (!(await insert(tx, 'app.change_request', request, { unlessThere: true })))
    refuse(may(actor, 'approval.list') ? changeWaits() : ownChangeWaits())
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: t('{name} asks for a change: {description}. Another officer approves or rejects it.', {
      ...{ name: actor.name, description },
    }),
    link: '/coop/financial-operations/transactions?tab=approvals',
  })
  return changeRequestId
}

type Waiting = {
  endpoint: WaitingEndpoint
  describe: (ask: Ask, input: object) => Promise<Change | undefined>
  work: (ask: Ask, input: object) => Promise<unknown>
}

const waiting = new Map<string, Waiting>()

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What is done when a request with this action is approved. */
export function waitingFor(action: string): Waiting {
  const found = waiting.get(action)
  if (!found) throw new Error(`No endpoint waits for a second officer as ${action}`)
  return found
}

const parts = ['params', 'query', 'body'] as const

/** As it was sent, so that it can be stored and read again by the same contract. */
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

/** What was stored of a request, as its action takes it. */
export function decoded(endpoint: Endpoint, stored: object): object {
  return Object.assign(
    {},
    ...parts.map((part) => {
      const schema = endpoint[part]
      return schema ? z.decode(schema, (stored as Record<string, Record<string, unknown>>)[part] ?? {}) : {}
    }),
  ) as object
}
