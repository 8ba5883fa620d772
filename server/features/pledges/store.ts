import type { Author, TenantActor } from '#domain/actor.ts'
import type { AccountId, AccountTypeId, LoanId, MemberId, PledgeId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import type { PledgePurpose } from '#domain/pledges/pledge.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type NewPledge = {
  id: PledgeId
  memberId: MemberId
  accountTypeId: AccountTypeId
  accountId: AccountId
  amount: Kobo
  /** What of the amount still holds. */
  held: Kobo
  purpose: PledgePurpose
  /** The loan that it stands for. */
  subjectId: string | null
  reason: string
}

export async function insertPledge(tx: Tx, actor: TenantActor, p: NewPledge): Promise<void> {
  await tx.run(sql`
    insert into app.pledge (cooperative_id, pledge_id, member_id, account_type_id, account_id, amount, held, kind, subject_id, reason, placed_by, placed_by_name)
    values (${actor.cooperativeId}, ${p.id}, ${p.memberId}, ${p.accountTypeId}, ${p.accountId}, ${p.amount}, ${p.held}, ${p.purpose}, ${p.subjectId}, ${p.reason},
      ${actor.loginId}, ${actor.name})`)
}

export async function callRenewPledges(tx: Tx, actor: Author, loanIds: readonly LoanId[]): Promise<void> {
  await tx.run(sql`select app.renew_pledges(${loanIds}::uuid[], ${actor.loginId}, ${actor.name})`)
}

export async function markReleased(tx: Tx, actor: TenantActor, id: PledgeId, reason: string): Promise<void> {
  await tx.run(sql`
    update app.pledge set released_at = clock_timestamp(), released_by = ${actor.loginId}, released_by_name = ${actor.name}, released_reason = ${reason}
    where pledge_id = ${id} and released_at is null`)
}
