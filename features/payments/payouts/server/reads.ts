import { paymentAccountsMissing } from '#features/payments/online-payments/server/reads.ts'
import * as contract from '#features/payments/payouts/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { bankChargesCode } from '#features/accounting/books/rules/chart.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import type { MemberId, PaymentBatchId, ProviderPayoutId, PayoutKeyId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { itemReference, type ItemStatus } from '#features/payments/batches/rules/payment-batch.ts'
import type { PayoutStatus } from '#features/payments/payouts/rules/payout.ts'
import { action } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { SocietyAccount } from '#features/savings/transactions/server/reads.ts'

const payoutKeyStatus = refusal(
  'payout_key_status',
  409,
  'This key was replaced or removed. Reload the page to see which key is used.',
)

export type PayoutKey = {
  id: PayoutKeyId
  provider: string
  sealed: Buffer
  keyEnd: string
  enteredBy: string
  enteredAt: Date
  usedSince: Date | null
}

/** The keys that have not ended, the latest first. */
async function findKeys(tx: Tx): Promise<PayoutKey[]> {
  return tx.many<PayoutKey>(sql`
    select key_id as id, provider, sealed_key as sealed, key_end, entered_by_name as "enteredBy", entered_at, used_since
    from app.payout_key where sealed_key is not null order by entered_at desc, key_id`)
}

/** Refuses: not_found, payout_key_status where it has ended. */
export async function findKey(tx: Tx, id: PayoutKeyId): Promise<PayoutKey> {
  const found = (await findKeys(tx)).find((key) => key.id === id)
  if (found) return found
  const known = await tx.run(sql`select from app.payout_key where key_id = ${id}`)
  return known > 0 ? refuse(payoutKeyStatus()) : refuse('not_found')
}

/** The key that is in use with this provider. */
export async function findUsedKey(tx: Tx, provider: string | undefined): Promise<PayoutKey | undefined> {
  return (await findKeys(tx)).find((key) => key.usedSince !== null && key.provider === provider)
}

export const getPayoutSettings = action(contract.getPayoutSettings, ({ tx, context }) =>
  readPayoutSettings(tx, context),
)

export async function readPayoutSettings(
  tx: Tx,
  { payouts, publicUrl }: Pick<Context, 'payouts' | 'publicUrl'>,
): Promise<Replied<typeof contract.getPayoutSettings>> {
  const keys = await findKeys(tx)
  const kept = await tx.maybe<{ address: string; dailyLimit: Kobo | null }>(
    sql`select address, daily_limit from app.payout_settings`,
  )
  const used = keys.find(({ usedSince }) => usedSince !== null)
  return {
    provider: payouts?.name ?? null,
    takesTestKeys: payouts?.takesTestKeys ?? false,
    used: used ?? null,
    usedSince: used?.usedSince ?? null,
    proposed: keys.find(({ usedSince }) => usedSince === null) ?? null,
    webhook: kept && payouts ? `${publicUrl()}/webhooks/payouts/${payouts.name}?to=${kept.address}` : null,
    dailyLimit: kept?.dailyLimit ?? null,
  }
}

/** How much may be sent a day, and what was sent since the day began in Lagos. */
export async function findLimit(tx: Tx): Promise<{ limit: Kobo | null; sent: Kobo }> {
  return tx.one<{ limit: Kobo | null; sent: Kobo }>(sql`
    select (select daily_limit from app.payout_settings) as "limit",
      coalesce((select sum(i.amount) from app.payout p join app.payment_batch_item i using (batch_id, line)
        where p.asked_at >= date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos' and i.status <> 'failed'), 0)::bigint as sent`)
}

/** How many payouts have no result yet that only the key in use can ask for. */
export async function countOnTheirWay(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from app.payout p join app.payment_batch_item i using (batch_id, line)
    where p.status in ('queued', 'sending', 'sent') and i.status = 'waiting'`)
  return count
}

export type Payout = BankDetails & {
  id: ProviderPayoutId
  batchId: PaymentBatchId
  line: number
  batchNumber: number
  provider: string
  reference: string
  status: PayoutStatus
  recipient: string | null
  why: string | null
  amount: Kobo
  memberId: MemberId
  memberName: string
  itemStatus: ItemStatus
  /** The provider may have it since then; null before it was sent the first time. */
  sendingAt: Date | null
  sentAt: Date | null
  /** Another try was so recent that it may still reach the provider. */
  isJustTried: boolean
  /** It was paid so long ago that banks return nothing any more. */
  isSettled: boolean
}

/** Nothing where row security shows none. */
export async function findPayout(tx: Tx, id: ProviderPayoutId): Promise<Payout | undefined> {
  return tx.maybe<Payout>(sql`
    select p.payout_id as id, p.batch_id, p.line, b.batch_number, p.provider, p.reference, p.status, p.recipient, p.why, i.amount,
      i.bank_name, i.account_number, i.account_name, i.member_id,
      m.first_name || ' ' || m.last_name as "memberName", i.status as "itemStatus", p.sending_at, p.sent_at,
      coalesce(p.sending_at > now() - interval '2 minutes', false) as "isJustTried", coalesce(p.sent_at < now() - interval '3 days', false) as "isSettled"
    from app.payout p join app.payment_batch_item i using (batch_id, line) join app.payment_batch b using (batch_id) join app.member m using (member_id)
    where p.payout_id = ${id}`)
}

/** “PB3-12 Ada Obi”. */
export const payoutName = ({ batchNumber, line, memberName }: Payout) =>
  `${itemReference(batchNumber, line)} to ${memberName}`

export async function findHeld(tx: Tx, batchId: PaymentBatchId): Promise<ProviderPayoutId[]> {
  const rows = await tx.many<{ id: ProviderPayoutId }>(sql`
    select p.payout_id as id from app.payout p join app.payment_batch_item i using (batch_id, line)
    where p.batch_id = ${batchId} and p.status = 'held' and i.status = 'waiting' order by p.line`)
  return rows.map(({ id }) => id)
}

/** The accounts that a batch pays for the first time, or a member is now paid to, whose names are not known or were asked for long ago. */
export async function findUnnamedAccounts(
  tx: Tx,
  of: { names_of: PaymentBatchId } | { name_of: MemberId },
): Promise<BankDetails[]> {
  const paid =
    'names_of' in of
      ? sql`select bank_name, account_number, account_name from app.payment_batch_item where batch_id = ${of.names_of} and is_first and status = 'waiting'`
      : sql`select bank_name, account_number, account_name from app.member_bank_details where member_id = ${of.name_of}`
  return tx.many<BankDetails>(sql`
    select distinct on (i.bank_name, i.account_number) i.bank_name, i.account_number, i.account_name
    from (${paid}) i
    where not exists (select from app.account_enquiry q where q.bank_name = i.bank_name and q.account_number = i.account_number
        and q.holder_name is not null and q.asked_at > now() - interval '90 days')
    order by i.bank_name, i.account_number, i.account_name`)
}

/** The account that a batch pays from, and that of bank charges. Refuses: payment_accounts_missing. */
export async function findFeeAccounts(
  tx: Tx,
  batchId: PaymentBatchId,
): Promise<{ through: SocietyAccount; charges: SocietyAccount }> {
  const through = await tx.one<SocietyAccount>(sql`
    select a.account_id as id, a.code, a.name from app.payment_batch b join ledger.account a using (account_id) where b.batch_id = ${batchId}`)
  const charges = await tx.maybe<SocietyAccount>(sql`
    select account_id as id, code, name from ledger.account where code = ${bankChargesCode} and retired_at is null`)
  return { through, charges: charges ?? refuse(paymentAccountsMissing({ code: bankChargesCode })) }
}
