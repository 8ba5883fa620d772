import type { CooperativeId, DividendRunId, MemberId, OnlinePaymentId, PaymentEventId } from '#core/ids.ts'
import type { PaymentEvent } from '#platform/payments/payment-port.ts'
import { sql, type Statement } from './sql.ts'
import type { Tx } from './tx.ts'

/** The next step of one payment, whatever that is by then. */
export type PaymentStep = { cooperative: CooperativeId; payment: OnlinePaymentId }
/** Opening the account number of a member. */
export type AccountStep = { cooperative: CooperativeId; accountOf: MemberId }
/** Asking what came under the reference of an event, which is none of ours. */
export type TransferStep = { event: PaymentEventId }
/** Asking for the refunds and disputes of one payment. */
export type CaseStep = { cooperative: CooperativeId; casesOf: OnlinePaymentId }
/** Reading what the provider has paid to the bank of one cooperative. */
export type SettlementStep = { settlementsOf: CooperativeId }
/** Buying shares and repaying loans of what a posted dividend gives for them. */
export type DividendStep = { cooperative: CooperativeId; dividend: DividendRunId }
export type PaymentJob = PaymentStep | AccountStep | TransferStep | CaseStep | SettlementStep | DividendStep

/** Adds that for a run of this transaction's cooperative. */
export async function addDividendJob(tx: Tx, runId: DividendRunId, paymentsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_dividend_job(${runId})`)
  tx.afterCommit(paymentsWaiting)
}

/** Adds the next step of a payment of this transaction's cooperative. */
export async function addPaymentJob(tx: Tx, id: OnlinePaymentId, paymentsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_payment_job(${id})`)
  tx.afterCommit(paymentsWaiting)
}

const addJobs = (payments: Statement) =>
  sql`select platform.add_job('payments', p.cooperative_id, jsonb_build_object('cooperative', p.cooperative_id, 'payment', p.payment_id)) from (${payments}) p`

/** Adds the opening of the account number of the member whose session this is. */
export async function addAccountJob(tx: Tx, paymentsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_account_job()`)
  tx.afterCommit(paymentsWaiting)
}

const addTransferJobs = (events: Statement) =>
  sql`select platform.add_job('payments', null, jsonb_build_object('event', e.event_id)) from (${events}) e`

const addCaseJobs = (payments: Statement) =>
  sql`select platform.add_job('payments', p.cooperative_id, jsonb_build_object('cooperative', p.cooperative_id, 'casesOf', p.payment_id)) from (${payments}) p`

/** Adds the reading of the settlements of this transaction's cooperative. */
export async function addSettlementJob(tx: Tx, paymentsWaiting: () => void): Promise<void> {
  await tx.run(sql`select app.add_settlement_job()`)
  tx.afterCommit(paymentsWaiting)
}

/** Makes what the provider has this society's, for good. False where it is another's. */
export async function holdAtProvider(tx: Tx, kind: 'subaccount' | 'account' | 'key', code: string): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(sql`select app.claim_at_provider(${kind}, ${code}) as held`)
  return held
}

/** Whether one of these references is a payment of another society: our own rows say so, whatever a provider does. */
export async function areOfOthers(tx: Tx, own: CooperativeId, references: readonly string[]): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.online_payment p where p.reference = any (${references}::text[]) and p.cooperative_id <> ${own}) as found`)
  return found
}

/** Stores what a provider delivered, with a job for the payment that it is about. Once: what comes again changes nothing. */
export async function notePaymentEvent(
  tx: Tx,
  provider: string,
  { event, reference, about }: PaymentEvent,
  paymentsWaiting: () => void,
): Promise<void> {
  const name = about ? `${event}:${about}` : event
  const stored = await tx.maybe<{ id: PaymentEventId }>(sql`
    insert into platform.payment_event (provider, event, reference) values (${provider}, ${name}, ${reference}) on conflict do nothing returning event_id as id`)
  if (!stored) return
  if (isOfCase(event)) {
    // Of a payment that is not stored yet, the clock finds it.
    await tx.run(
      addCaseJobs(sql`select cooperative_id, payment_id from app.online_payment where reference = ${reference}`),
    )
    await endPaymentEvent(tx, stored.id)
    return tx.afterCommit(paymentsWaiting)
  }
  const ours = await tx.run(
    addJobs(sql`select cooperative_id, payment_id from app.online_payment where reference = ${reference}`),
  )
  if (ours > 0) await endPaymentEvent(tx, stored.id)
  else await tx.run(addTransferJobs(sql`select ${stored.id}::uuid as event_id`))
  tx.afterCommit(paymentsWaiting)
}

/** The reference of an event, while nothing is stored yet of what it led to. */
export async function findEventReference(tx: Tx, id: PaymentEventId): Promise<string | undefined> {
  const found = await tx.maybe<{ reference: string }>(
    sql`select reference from platform.payment_event where event_id = ${id} and handled_at is null`,
  )
  return found?.reference
}

/** What it leads to is stored. */
export async function endPaymentEvent(tx: Tx, id: PaymentEventId): Promise<void> {
  await tx.run(sql`update platform.payment_event set handled_at = now() where event_id = ${id}`)
}

/** Since when the provider's list is to be looked through for transfers; nothing where no member has an account number. */
export async function findPollFrom(tx: Tx, provider: string): Promise<Date | undefined> {
  const { since } = await tx.one<{ since: Date | null }>(sql`
    select coalesce((select polled_through - interval '1 hour' from platform.payment_poll where provider = ${provider}), min(opened_at)) as since
    from app.transfer_account where provider = ${provider} and opened_at is not null`)
  return since ?? undefined
}

/** Stores the transfers that the provider's list has and no webhook told of, each with its job. */
export async function noteListedTransfers(
  tx: Tx,
  provider: string,
  references: readonly string[],
  polledThrough: Date,
): Promise<void> {
  await tx.run(sql`
    with new as (
      insert into platform.payment_event (provider, event, reference)
      select ${provider}, ${moneyCame}, r.reference from unnest(${references}::text[]) as r(reference) on conflict do nothing returning event_id)
    ${addTransferJobs(sql`select event_id from new`)}`)
  await tx.run(sql`
    insert into platform.payment_poll (provider, polled_through) values (${provider}, ${polledThrough})
    on conflict (provider) do update set polled_through = excluded.polled_through`)
}

/** The event that says money came. */
export const moneyCame = 'charge.success'

/** Whether an event is about a refund or a dispute. */
export const isOfCase = (event: string) => event.startsWith('refund.') || event.startsWith('charge.dispute.')

const casesPoll = (provider: string) => `${provider}:cases`

/** Since when the provider's lists are to be looked through for refunds and disputes. */
export async function findCasesFrom(tx: Tx, provider: string): Promise<Date> {
  const { since } = await tx.one<{ since: Date }>(sql`
    select coalesce((select polled_through - interval '1 hour' from platform.payment_poll where provider = ${casesPoll(provider)}), now() - interval '90 days') as since`)
  return since
}

/** Adds the look at each payment that the provider's lists name, and at each whose refund or dispute is not decided. */
export async function noteListedCases(
  tx: Tx,
  provider: string,
  references: readonly string[],
  polledThrough: Date,
): Promise<void> {
  await tx.run(
    addCaseJobs(sql`
      select cooperative_id, payment_id from app.online_payment where reference = any (${references}::text[])
      union select cooperative_id, payment_id from app.payment_case where status = 'pending'`),
  )
  await tx.run(sql`
    insert into platform.payment_poll (provider, polled_through) values (${casesPoll(provider)}, ${polledThrough})
    on conflict (provider) do update set polled_through = excluded.polled_through`)
}

/** Adds the reading of settlements for every cooperative that takes payments online, or did. */
export async function addSettlementJobs(tx: Tx): Promise<void> {
  await tx.run(sql`
    select platform.add_job('payments', s.cooperative_id, jsonb_build_object('settlementsOf', s.cooperative_id)) from app.online_payment_settings s`)
}

/**
 * Adds the next step of every payment, account number and transfer that has waited for longer than it should: no webhook
 * came, or its job was given up. The pauses grow with the age.
 */
export async function addDuePayments(tx: Tx): Promise<void> {
  await tx.run(sql`
    with due as (
      update app.online_payment p set check_at = now() + greatest(interval '10 minutes', (now() - p.created_at) / 2)
      where (p.cooperative_id, p.payment_id) in (select d.cooperative_id, d.payment_id from app.online_payment d
        where d.status in ('created', 'initialized', 'failed', 'paid') and d.check_at <= now() order by d.check_at limit 500 for update skip locked)
      returning p.cooperative_id, p.payment_id)
    ${addJobs(sql`select cooperative_id, payment_id from due`)}`)
  await tx.run(sql`
    with due as (
      update app.transfer_account a set check_at = now() + greatest(interval '10 minutes', (now() - a.asked_at) / 2)
      where (a.cooperative_id, a.member_id) in (select d.cooperative_id, d.member_id from app.transfer_account d
        where d.opened_at is null and d.check_at <= now() order by d.check_at limit 100 for update skip locked)
      returning a.cooperative_id, a.member_id)
    select platform.add_job('payments', d.cooperative_id, jsonb_build_object('cooperative', d.cooperative_id, 'accountOf', d.member_id)) from due d`)
  // A week long: what the provider has not confirmed by then is nothing that came.
  await tx.run(
    addTransferJobs(sql`
      select event_id from platform.payment_event where handled_at is null and received_at between now() - interval '7 days' and now() - interval '10 minutes' limit 500`),
  )
}
