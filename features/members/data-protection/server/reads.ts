import type { TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { CooperativeId, ErasureRequestId, LoginId, MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { deviceName } from '#features/access/login/rules/device.ts'
import * as contract from '#features/members/data-protection/contract.ts'
import {
  findMoneyOnAccounts,
  findUnfinished,
  isLeavingOf,
  memberExitOpen,
  memberHasLoan,
  memberHasMoney,
  memberHasRequests,
  waitingOf,
} from '#features/members/members/server/reads.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const loanRecoverable = refusal(
  'member_loan_recoverable',
  409,
  'A loan of this member was written off and can still be recovered. Their data stays until all of it is recovered.',
)
const standsForLoan = refusal(
  'member_stands_for_loan',
  409,
  'Savings of this member are pledged, or this member is guarantor of a loan that runs. Wait until it is settled, or have the guarantor replaced.',
)

type Request = Replied<typeof contract.askForErasure>

const columns = sql`r.request_id as id, r.status, r.reason, r.asked_at, r.decided_by_name as "decidedBy", r.decided_at, r.decided_reason,
  case when r.written_on is not null then jsonb_build_object('writtenOn', r.written_on, 'recordedBy', r.recorded_by_name) end as letter`

export const listConsents = action(contract.listConsents, async ({ tx, actor }) =>
  tx.many<Replied<typeof contract.giveConsent>>(
    sql`select version, given_at from app.consent where member_id = ${ownMemberId(actor)} order by given_at desc`,
  ),
)

export async function findConsent(
  tx: Tx,
  memberId: MemberId,
  version: string,
): Promise<Replied<typeof contract.giveConsent>> {
  return tx.one(sql`select version, given_at from app.consent where member_id = ${memberId} and version = ${version}`)
}

export const listOwnErasureRequests = action(contract.listOwnErasureRequests, async ({ tx, actor }) =>
  tx.many<Request>(
    sql`select ${columns} from app.erasure_request r where r.member_id = ${ownMemberId(actor)} order by r.asked_at desc`,
  ),
)

type Row = Replied<typeof contract.listErasureRequests>

export const listErasureRequests = pageOf(contract.listErasureRequests, {
  select: sql`${columns}, r.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
    (select coalesce(sum(abs(b.credits - b.debits)), 0)::bigint from ledger.account a join ledger.balance b using (cooperative_id, account_id) where a.member_id = r.member_id) as money,
    ${borrows(sql`r.member_id`)} as "isBorrower", ${recoverable(sql`r.member_id`)} as "isRecoverable", ${guarantees(sql`r.member_id`)} as "isGuarantor",
    ${waitingOf(sql`r.member_id`)} as waiting, ${isLeavingOf(sql`r.member_id`)} as "isLeaving"`,
  from: sql`app.erasure_request r join app.member m using (member_id)`,
  where: { status: (status) => sql`r.status = ${status}`, memberId: (id) => sql`r.member_id = ${id}` },
  search: (q) =>
    sql`r.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`,
  sorts: { askedAt: sql`r.asked_at` },
  order: '-askedAt',
  last: sql`r.request_id`,
  row: (row: Omit<Row, 'obstacles'> & Standing): Row => ({
    ...row,
    obstacles: row.status === 'pending' ? obstaclesOf(row).map(sentenceOf) : [],
  }),
})

function borrows(memberId: Statement): Statement {
  return sql`exists (select from app.loan l where l.member_id = ${memberId} and l.status in ('approved', 'active'))`
}

/** A loan that was written off and may still be recovered. */
function recoverable(memberId: Statement): Statement {
  return sql`exists (select from app.loan l where l.member_id = ${memberId} and l.status = 'written_off' and l.recovered < l.written_off)`
}

function guarantees(memberId: Statement): Statement {
  return sql`(exists (select from app.pledge p where p.member_id = ${memberId} and p.released_at is null)
    or exists (select from app.loan_guarantor g join app.loan l using (loan_id) where g.member_id = ${memberId} and g.status = 'accepted' and l.status in ('submitted', 'approved', 'active')))`
}

type Standing = {
  money: bigint
  isBorrower: boolean
  isRecoverable: boolean
  isGuarantor: boolean
  waiting: number
  isLeaving: boolean
}

function obstaclesOf({ money, isBorrower, isRecoverable, isGuarantor, waiting, isLeaving }: Standing): Refusal[] {
  return [
    ...(money > 0n ? [memberHasMoney({ balance: moneyText(money as Kobo) })] : []),
    ...(isBorrower ? [memberHasLoan()] : []),
    ...(isRecoverable ? [loanRecoverable()] : []),
    ...(isGuarantor ? [standsForLoan()] : []),
    ...(isLeaving ? [memberExitOpen()] : []),
    ...(waiting > 0 ? [memberHasRequests(waiting)] : []),
  ]
}

/** Everything that is in the way of erasing a member. */
export async function findObstacles(tx: Tx, memberId: MemberId): Promise<Refusal[]> {
  const [money, unfinished, bound] = await Promise.all([
    findMoneyOnAccounts(tx, memberId),
    findUnfinished(tx, memberId),
    tx.one<Pick<Standing, 'isBorrower' | 'isRecoverable' | 'isGuarantor'>>(sql`
      select ${borrows(sql`${memberId}::uuid`)} as "isBorrower", ${recoverable(sql`${memberId}::uuid`)} as "isRecoverable", ${guarantees(sql`${memberId}::uuid`)} as "isGuarantor"`),
  ])
  return obstaclesOf({ money, ...unfinished, ...bound })
}

/** The request, locked against another officer who decides about it. Refuses: not_found. */
export async function lockErasureRequest(tx: Tx, id: ErasureRequestId): Promise<Request & { memberId: MemberId }> {
  const found = await tx.maybe<Request & { memberId: MemberId }>(
    sql`select ${columns}, r.member_id from app.erasure_request r where r.request_id = ${id}`,
  )
  return found ?? refuse('not_found')
}

export async function findErasureRequest(tx: Tx, id: ErasureRequestId): Promise<Request> {
  return tx.one<Request>(sql`select ${columns} from app.erasure_request r where r.request_id = ${id}`)
}

export async function findMembershipNumber(tx: Tx, memberId: MemberId): Promise<string> {
  const { membershipno } = await tx.one<{ membershipno: string }>(
    sql`select membershipno from app.member where member_id = ${memberId}`,
  )
  return membershipno
}

export type SessionLine = { device: string; role: string; since: Date; lastUsed: Date; ended: Date | null }

/** Where this member was signed in, as far back as sessions are kept. */
export async function findSessions(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<SessionLine[]> {
  const rows = await tx.many<SessionLine>(sql`
    select device, role, created_at as since, last_used_at as "lastUsed", ended_at as ended from platform.session
    where cooperative_id = ${cooperativeId} and member_id = ${memberId} order by created_at desc`)
  return rows.map((row) => ({ ...row, device: deviceName(row.device) }))
}

export type AuditLine = { at: Date; by: string; role: string; action: string }

/** What they did, and what was done about them. */
export async function findAuditLines(tx: Tx, memberId: MemberId, loginId: LoginId): Promise<AuditLine[]> {
  return tx.many<AuditLine>(sql`
    select at, actor_name as by, role, action from audit.event where login_id = ${loginId} or subject_id = ${memberId} order by at desc limit 5000`)
}

export type StoredRows = Record<string, Record<string, unknown>[]>

/** Every row that carries them, by table. */
export async function findStoredRows(tx: Tx, memberId: MemberId): Promise<StoredRows> {
  const { rows } = await tx.one<{ rows: StoredRows }>(sql`select app.stored_about(${memberId}) as rows`)
  return rows
}

export function ownMemberId(actor: TenantActor): MemberId {
  return actor.memberId ?? refuse('not_found')
}
