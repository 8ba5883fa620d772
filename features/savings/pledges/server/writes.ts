import type { Author, TenantActor } from '#core/actor.ts'
import type { AccountId, AccountTypeId, LoanId, MemberId, PledgeId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { PledgePurpose } from '#features/savings/pledges/rules/pledge.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'

export type NewPledge = {
  id: PledgeId
  memberId: MemberId
  accountTypeId: AccountTypeId
  accountId: AccountId
  amount: Kobo
  /** What of the amount still holds. */
  held: Kobo
  purpose: PledgePurpose
  /** The loan that it is pledged for. */
  subjectId: string | null
  reason: string
}

export async function insertPledges(tx: Tx, actor: Author, pledges: readonly NewPledge[]): Promise<void> {
  const all = <Key extends keyof NewPledge>(key: Key) => pledges.map((pledge) => pledge[key])
  await tx.run(sql`
    insert into app.pledge (cooperative_id, placed_by, placed_by_name, pledge_id, member_id, account_type_id, account_id, amount, held, kind, subject_id, reason)
    select ${actor.cooperativeId}, ${actor.loginId}, ${actor.name}, p.*
    from unnest(${all('id')}::uuid[], ${all('memberId')}::uuid[], ${all('accountTypeId')}::uuid[], ${all('accountId')}::uuid[], ${all('amount')}::bigint[], ${all('held')}::bigint[],
      ${all('purpose')}::text[], ${all('subjectId')}::uuid[], ${all('reason')}::text[]) as p`)
}

export async function callRenewPledges(tx: Tx, actor: Author, loanIds: readonly LoanId[]): Promise<void> {
  await tx.run(sql`select app.renew_pledges(${loanIds}::uuid[], ${actor.loginId}, ${actor.name})`)
}

/** Ends what these loans have pledged; the floors are the caller's to renew. */
export async function releaseOfLoans(
  tx: Tx,
  actor: TenantActor,
  loanIds: readonly LoanId[],
  reason: string,
): Promise<AccountId[]> {
  const rows = await tx.many<{ accountId: AccountId }>(sql`
    update app.pledge set held = 0, released_at = clock_timestamp(), released_by = ${actor.loginId}, released_by_name = ${actor.name}, released_reason = ${reason}
    where subject_id = any(${loanIds}::uuid[]) and released_at is null returning account_id`)
  return rows.map(({ accountId }) => accountId)
}

export async function markReleased(tx: Tx, actor: TenantActor, pledgeId: PledgeId, reason: string): Promise<void> {
  const by = { releasedBy: actor.loginId, releasedByName: actor.name, releasedReason: reason }
  await update(tx, 'app.pledge', { pledgeId, releasedAt: null }, { releasedAt: sql`clock_timestamp()`, ...by })
}
