import type { TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { ChangeRequestId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { waitsFrom } from '#features/access/approvals/rules/approvals.ts'
import { type Approvals, findApprovalRules, registerApprovals } from '#features/access/approvals/server/reads.ts'
import * as contract from '#features/access/change-requests/contract.ts'
import { action } from '#platform/action.ts'
import { noLogin } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const changeDecided = refusal('change_decided', 409, 'This has already been {outcome}. Nothing was changed.')

/** Whether an officer other than the one who asks could approve a change of this kind; whose own money it is about does not count. */
export async function hasOtherApprover(
  tx: Tx,
  actor: TenantActor,
  ownMemberId: MemberId | null,
  kind: ChangeKind = 'change',
): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    sql`select app.has_free_decider(${kind}, ${actor.loginId}, array_remove(array[${ownMemberId}::uuid], null)) as found`,
  )
  return found
}

/** Whether who asked for this change would approve it alone, while the one whose money it is is another officer. */
export async function isLeftToOwner(tx: Tx, actor: TenantActor, { id, ownMemberId }: LockedChange): Promise<boolean> {
  if (ownMemberId === null || (await hasOtherApprover(tx, actor, ownMemberId))) return false
  return (await isAskedBy(tx, actor, id)) && (await hasOtherApprover(tx, actor, null))
}

/** Whether the person behind this session asked for this change, under whichever of their logins. */
export async function isAskedBy(tx: Tx, { loginId }: TenantActor, id: ChangeRequestId): Promise<boolean> {
  const { isOwn } = await tx.one<{ isOwn: boolean }>(
    sql`select app.is_same_person(c.asked_by, ${loginId}) as is_own from app.change_request c where c.change_request_id = ${id}`,
  )
  return isOwn
}

export const listOwnChangeRequests = action(contract.listOwnChangeRequests, async ({ tx, actor: { loginId } }) => {
  return tx.many<Replied<typeof contract.listOwnChangeRequests>[number]>(sql`
    select change_request_id, description, asked_at from app.change_request
    where status = 'pending' and app.is_same_person(asked_by, ${loginId}) order by asked_at, change_request_id`)
})

/** Whether a change of this officer waits, and from what amount on their reversals and what they pay on an exit do; null where none does. */
export type Waits = { changesWait: boolean; reversalsWaitFrom: Kobo | null; paymentsWaitFrom: Kobo | null }

/** What waits for another officer. */
export async function findWaits(tx: Tx, actor: TenantActor): Promise<Waits> {
  const changesWait = await hasOtherApprover(tx, actor, null)
  if (!changesWait) return { changesWait, reversalsWaitFrom: null, paymentsWaitFrom: null }
  const { reversal, leaving } = await findApprovalRules(tx)
  return { changesWait, reversalsWaitFrom: waitsFrom(reversal) ?? null, paymentsWaitFrom: waitsFrom(leaving) ?? null }
}

/** The member's name where this person asked for five changes about them in 24 hours that were not approved, but for what the member, an officer, rejected: each may have sent an SMS. */
export async function findAskedOften(tx: Tx, actor: TenantActor, memberId: MemberId): Promise<string | undefined> {
  const often = await tx.maybe<{ name: string }>(sql`
    select m.first_name || ' ' || m.last_name as name from app.member m
    where m.member_id = ${memberId} and (select count(*) from app.change_request c
      where c.member_id = m.member_id and app.is_same_person(c.asked_by, ${actor.loginId}) and c.status <> 'approved' and c.asked_at > now() - interval '24 hours'
        and (c.decided_by is null or m.member_id not in (select app.people_of(c.decided_by)))) >= 5`)
  return often?.name
}

/** `office_change`: an office is given or taken, which only admins decide. */
export type ChangeKind = 'change' | 'office_change'

export type LockedChange = {
  id: ChangeRequestId
  kind: ChangeKind
  action: string
  input: object
  description: string
  memberId: MemberId | null
  ownMemberId: MemberId | null
  askedBy: string
}

/** The request, locked. Refuses: not_found, change_decided. */
export async function lockChangeRequest(tx: Tx, id: ChangeRequestId): Promise<LockedChange> {
  await tx.run(sql`select from app.change_request where change_request_id = ${id} for update`)
  const found = await tx.maybe<LockedChange & { status: 'pending' | 'approved' | 'rejected'; by: string | null }>(sql`
    select change_request_id as id, kind, action, input, description, member_id, own_member_id, asked_by_name as asked_by, status, decided_by_name as by
    from app.change_request where change_request_id = ${id}`)
  if (!found) return refuse('not_found')
  const { status, by } = found
  if (status !== 'pending') refuse(changeDecided({ outcome: by === null ? status : `${status} by ${by}` }))
  return found
}

/** Changes that wait. Of one that gives or takes an office, an officer who asked is the maker for seven days only, so that one who never answers does not lock a cooperative up. */
export const changeApprovals: Approvals = {
  kinds: ['change', 'office_change'],
  id: sql`c.change_request_id`,
  waits: sql`c.status = 'pending'`,
  subjects: (where) => sql`
    select c.change_request_id as subject_id, c.kind, c.approvals_needed as needed, case when c.opens_to_asker and c.asked_at <= now() - interval '7 days' and app.holds_office(c.asked_by) then ${noLogin}::uuid else c.asked_by end as maker_id, true as made_by_officer,
      c.status = 'pending' as open, array_remove(array[c.own_member_id], null) as member_ids
    from app.change_request c where ${where}`,
  rows: () => sql`
    select c.change_request_id, 'change', jsonb_build_object('changeRequestId', c.change_request_id, 'opensToAsker', c.opens_to_asker), c.member_id, null::text, c.amount, (c.asked_at at time zone 'Africa/Lagos')::date, c.description, c.asked_by_name, c.asked_at, null::int, null::int, true
    from app.change_request c where c.status = 'pending'`,
}

registerApprovals(changeApprovals)
