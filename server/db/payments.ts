import type { CooperativeId, OnlinePaymentId } from '#domain/ids.ts'
import type { PaymentEvent } from '#server/payments/payment-port.ts'
import { sql, type Statement } from './sql.ts'
import type { Tx } from './tx.ts'

/** The next step of one payment, whatever that is by then. */
export type PaymentJob = { cooperative: CooperativeId; payment: OnlinePaymentId }

/** Adds the next step of a payment of this transaction's cooperative. */
export async function addPaymentJob(tx: Tx, id: OnlinePaymentId, paymentsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_payment_job(${id})`)
  tx.afterCommit(paymentsWaiting)
}

const addJobs = (payments: Statement) =>
  sql`select platform.add_job('payments', p.cooperative_id, jsonb_build_object('cooperative', p.cooperative_id, 'payment', p.payment_id)) from (${payments}) p`

/** Stores what a provider delivered, with a job for the payment that it is about. Once: what comes again changes nothing. */
export async function notePaymentEvent(
  tx: Tx,
  provider: string,
  { event, reference }: PaymentEvent,
  paymentsWaiting: () => void,
): Promise<void> {
  const isNew = await tx.run(sql`
    insert into platform.payment_event (provider, event, reference) values (${provider}, ${event}, ${reference}) on conflict do nothing`)
  if (isNew === 0) return
  await tx.run(addJobs(sql`select cooperative_id, payment_id from app.online_payment where reference = ${reference}`))
  tx.afterCommit(paymentsWaiting)
}

/**
 * Adds the next step of every payment that has waited for longer than it should: no webhook came, or its job was given
 * up. The pauses grow with the payment's age.
 */
export async function addDuePayments(tx: Tx): Promise<void> {
  await tx.run(sql`
    with due as (
      update app.online_payment p set check_at = now() + greatest(interval '10 minutes', (now() - p.created_at) / 2)
      where (p.cooperative_id, p.payment_id) in (select d.cooperative_id, d.payment_id from app.online_payment d
        where d.status in ('created', 'initialized', 'failed', 'paid') and d.check_at <= now() order by d.check_at limit 500 for update skip locked)
      returning p.cooperative_id, p.payment_id)
    ${addJobs(sql`select cooperative_id, payment_id from due`)}`)
}
