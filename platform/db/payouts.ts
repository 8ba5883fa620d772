import type { CooperativeId, MemberId, PaymentBatchId, ProviderPayoutId, PayoutKeyId } from '#core/ids.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/** The next step of one payout, whatever that is by then. */
export type PayoutStep = { cooperative: CooperativeId; payout: ProviderPayoutId }
/** Asking in whose names the accounts are that a batch pays for the first time, or the one to which a member is now paid. */
export type NamesStep = { cooperative: CooperativeId } & ({ names_of: PaymentBatchId } | { name_of: MemberId })
export type PayoutJob = PayoutStep | NamesStep

/** Adds the next step of payouts of this transaction's cooperative, after so many seconds. */
export async function addPayoutJobs(
  tx: Tx,
  ids: readonly ProviderPayoutId[],
  payoutsWaiting: () => void,
  afterSeconds = 0,
): Promise<void> {
  await tx.run(
    sql`select app.add_payout_job(p, now() + make_interval(secs => ${afterSeconds})) from unnest(${ids}::uuid[]) p`,
  )
  tx.afterCommit(payoutsWaiting)
}

/** Adds the enquiry after the names on a batch's accounts, where the society has a key to ask with; says whether it has. */
export async function addNamesJob(tx: Tx, batchId: PaymentBatchId, payoutsWaiting: () => void): Promise<boolean> {
  const { added } = await tx.one<{ added: boolean }>(sql`select app.add_enquiry_job(${batchId}) as added`)
  tx.afterCommit(payoutsWaiting)
  return added
}

/** Adds the enquiry after the name on the account to which this member is now paid, where the society has a key to ask with. */
export async function addNameJob(tx: Tx, memberId: MemberId, payoutsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_enquiry_job_of_member(${memberId})`)
  tx.afterCommit(payoutsWaiting)
}

/** The key whose webhook has this address. */
export async function findKeyOfAddress(
  tx: Tx,
  provider: string,
  address: string,
): Promise<{ cooperative: CooperativeId; id: PayoutKeyId; sealed: Buffer } | undefined> {
  return tx.maybe<{ cooperative: CooperativeId; id: PayoutKeyId; sealed: Buffer }>(sql`
    select k.cooperative_id as cooperative, k.key_id as id, k.sealed_key as sealed
    from app.payout_settings s join app.payout_key k using (cooperative_id)
    where s.address = ${address} and k.provider = ${provider} and k.used_since is not null and k.sealed_key is not null`)
}

/** Something happened to a reference of the society whose webhook this is: it is asked about now, unless that is about to be done. */
export async function notePayoutEvent(
  tx: Tx,
  cooperative: CooperativeId,
  reference: string,
  payoutsWaiting: () => void,
): Promise<void> {
  await tx.run(sql`
    with due as (
      update app.payout p set check_at = now() + interval '1 minute'
      where p.cooperative_id = ${cooperative} and p.reference = ${reference} and p.status in ('queued', 'sending', 'sent', 'paid')
        and not exists (select from job.job j where j.name = 'payouts' and j.state = 'created' and j.start_after <= now() and j.data ->> 'payout' = p.payout_id::text)
      returning p.cooperative_id, p.batch_id, p.payout_id)
    select platform.add_job('payouts', d.batch_id, jsonb_build_object('cooperative', d.cooperative_id, 'payout', d.payout_id)) from due d`)
  tx.afterCommit(payoutsWaiting)
}

/** Adds the next step of every payout of which nothing was heard for longer than it should take. The pauses grow with the age, to an hour. */
export async function addDuePayouts(tx: Tx): Promise<void> {
  await tx.run(sql`
    with due as (
      update app.payout p set check_at = case p.status when 'paid' then now() + interval '1 day'
        else now() + least(interval '1 hour', greatest(interval '1 minute', (now() - p.asked_at) / 4)) end
      where (p.cooperative_id, p.payout_id) in (select d.cooperative_id, d.payout_id from app.payout d
        where d.check_at <= now() order by d.check_at limit 500 for update skip locked)
      returning p.cooperative_id, p.batch_id, p.payout_id)
    select platform.add_job('payouts', d.batch_id, jsonb_build_object('cooperative', d.cooperative_id, 'payout', d.payout_id)) from due d`)
}
