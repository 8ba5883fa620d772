import { sentenceOf } from '#core/contract/refusals.ts'
import type { CooperativeActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { doubtIn } from '#features/payments/online-payments/rules/doubt.ts'
import type { Outcome } from '#features/payments/batches/rules/payment-batch.ts'
import { listedCodeOf } from '#features/payments/payouts/rules/provider-banks.ts'
import type { Services } from '#platform/context.ts'
import { openPayoutKey } from '#platform/credentials/payout-key.ts'
import { newId } from '#platform/db/id.ts'
import { addPayoutJobs, type PayoutStep } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers, notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { recordPaidExpense } from '#features/savings/transactions/server/record-expense.ts'
import { savePaymentResults } from '#features/payments/batches/server/record-payment-results.ts'
import type { PayoutAccount, PayoutService, PayoutState } from '#platform/payments/payout-port.ts'
import { listedBanks } from './listed-banks.ts'
import { payoutActor } from './payout-actor.ts'
import { findFeeAccounts, findHeld, findPayout, findUsedKey, type Payout, payoutName } from './queries.ts'
import { claimSending, endChecks, saveRecipient, markEnded, markFee, markHeld, markSent, markStopped } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The first look at what became of a transfer, which most often takes seconds. */
const firstLookSeconds = 10

type Step = {
  services: Services
  provider: PayoutService
  account: PayoutAccount
  actor: CooperativeActor
  payout: Payout
  inCooperative: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * The next step of a payout: ask the provider what it knows of the reference, send what it never had, record what became of it.
 * It is never sent while the provider may have it: what was begun is asked about first, and only an answer that there is no such
 * transfer leads to another try, under the same reference. The provider is asked outside any transaction. Throws where another
 * try can help.
 */
export async function advancePayout(services: Services, { cooperative, payout: id }: PayoutStep): Promise<void> {
  const { database, payouts: provider, secret, log } = services
  const inCooperative: Step['inCooperative'] = (work) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work, { bankReported: true })
  const payout = await inCooperative((tx) => findPayout(tx, id))
  if (!payout || !['queued', 'sending', 'sent', 'paid'].includes(payout.status)) return
  const key = await inCooperative((tx) => findUsedKey(tx, payout.provider))
  if (!key || provider?.name !== payout.provider)
    return log.warn({ payout: id }, 'a payout is with a provider for which there is no key')
  const account = provider.open(openPayoutKey(secret, key.id, key.sealed))
  const step: Step = { services, provider, account, actor: payoutActor(cooperative), payout, inCooperative }
  if (payout.status === 'queued' && payout.sendingAt === null) return send(step)
  const said = await account.stateOf(payout.reference)
  if ('retryBecause' in said) throw new Error(said.retryBecause)
  if (said.state !== 'unknown') return keepState(step, said)
  if (payout.status !== 'queued' && payout.status !== 'sending')
    throw new Error('Paystack does not know a transfer that it took')
  // An earlier request can be under way, and be taken after this answer.
  if (payout.status === 'sending' && payout.isJustTried) throw new Error('A transfer may still reach Paystack')
  return send(step)
}

async function send(step: Step): Promise<void> {
  const { services, account, payout, inCooperative } = step
  const { id, reference, amount } = payout
  const recipient = payout.recipient ?? (await findRecipient(step))
  if (recipient === undefined || !(await inCooperative((tx) => claimSending(tx, id)))) return
  const taken = await account.send({ reference, amount, recipient, reason: payoutName(payout).slice(0, 100) })
  if ('unsureBecause' in taken) throw new Error(taken.unsureBecause)
  if ('refusedBecause' in taken) return hold(step, taken.refusedBecause)
  await inCooperative(async (tx) => {
    await markSent(tx, id, null)
    await addPayoutJobs(tx, [id], services.payoutsWaiting, firstLookSeconds)
  })
}

/** The payee's account at the provider; undefined where it takes none such, and the payment is held. */
async function findRecipient(step: Step): Promise<string | undefined> {
  const { provider, account, payout, inCooperative } = step
  const listed = await listedBanks(provider, account)
  if ('retryBecause' in listed) throw new Error(listed.retryBecause)
  const bankCode = listedCodeOf(listed.banks, payout.bankName)
  const { accountNumber, accountName } = payout
  const found =
    bankCode === undefined
      ? { refusedBecause: fill(strings.paystackHasNoBank, { bankName: payout.bankName }) }
      : await account.recipientOf({ bankCode, accountNumber, accountName })
  if ('retryBecause' in found) throw new Error(found.retryBecause)
  if ('refusedBecause' in found) {
    await hold(step, found.refusedBecause)
    return undefined
  }
  await inCooperative((tx) => saveRecipient(tx, payout.id, found.recipient))
  return found.recipient
}

/** It stays, and officers are told once for a batch: a balance that is too small holds many. */
async function hold({ payout, actor, inCooperative }: Step, why: string): Promise<void> {
  await inCooperative(async (tx) => {
    if (!(await markHeld(tx, payout.id, why)) || (await findHeld(tx, payout.batchId)).length > 1) return
    tell(
      tx,
      actor,
      payout,
      fill(strings.paymentWasNotSent, { payment: payoutName(payout), amount: moneyText(payout.amount), why }),
    )
  })
}

const passwordWhy = strings.paystackWaitsForPassword

/** What the provider says of a transfer that it has. */
async function keepState(step: Step, said: Exclude<PayoutState, { retryBecause: string }>): Promise<void> {
  const { payout, actor, inCooperative } = step
  switch (said.state) {
    case 'unknown':
      return
    case 'waits':
      if (payout.status !== 'paid')
        await inCooperative(async (tx) => {
          const isNews = await markSent(tx, payout.id, said.forPassword ? passwordWhy : null)
          if (isNews && !said.forPassword)
            await addPayoutJobs(tx, [payout.id], step.services.payoutsWaiting, firstLookSeconds)
          if (isNews && said.forPassword)
            tell(tx, actor, payout, fill(strings.paymentIsStopped, { payment: payoutName(payout), why: passwordWhy }))
        })
      return
    case 'unclear':
      return stop(step, fill(strings.paystackSays, { said: said.said }))
    case 'failed':
      return finish(step, 'failed', said.reason)
    case 'paid':
      if (said.amount !== payout.amount || said.currency !== 'NGN')
        return stop(step, strings.paystackConfirmedAnotherAmount)
      if (said.fee === undefined || doubtIn({ amount: said.amount, charge: said.fee, now: new Date() }) === 'charge')
        return stop(step, strings.paystackReportedAnotherCharge)
      if (payout.status !== 'paid') await finish(step, 'paid', null)
      if (said.fee > 0n) await recordFee(step, said.fee)
      if (payout.status !== 'paid') return
      if (payout.isSettled) await inCooperative((tx) => endChecks(tx, payout.id))
  }
}

/** Records the result through the door of the bank's answers, so that one that failed is reversed once. */
async function finish(step: Step, outcome: Outcome, reason: string | null): Promise<void> {
  const { services, payout, actor, inCooperative } = step
  const { id, batchId, line } = payout
  const context = { ...services, requestId: newId(), now: new Date() }
  try {
    await inCooperative(async (tx) => {
      await savePaymentResults(tx, actor, { batchId, results: [{ line, outcome, ...(reason && { reason }) }] }, context)
      await markEnded(tx, id, outcome, reason)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await stop(
      step,
      fill(outcome === 'paid' ? strings.paidNotRecorded : strings.failedNotRecorded, { why: sentenceOf(error) }),
    )
  }
}

/** The provider's charge left the account that paid, whatever becomes of the transfer later. Once; a reason against it is an officer's matter. */
async function recordFee({ services, payout, actor, inCooperative }: Step, fee: Kobo): Promise<void> {
  const { requestId, now } = { requestId: newId(), now: new Date() }
  try {
    await inCooperative(async (tx) => {
      if (!(await markFee(tx, payout.id, fee))) return
      const { through, charges } = await findFeeAccounts(tx, payout.batchId)
      const occurredOn = dayIn(now)
      const dated = whyNotDate(await findOpenDays(tx), occurredOn, occurredOn)
      if (dated) throw dated
      const paid = { type: 'expense' as const, amount: fee, occurredOn, account: charges, through, party: 'Paystack' }
      await recordPaidExpense(
        tx,
        actor,
        { ...paid, description: fill(strings.chargeOfTransfer, { payment: payoutName(payout) }) },
        requestId,
      )
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ payout: payout.id, code: error.code }, 'the charge of a transfer can not be recorded yet')
  }
}

async function stop({ payout, actor, inCooperative }: Step, why: string): Promise<void> {
  await inCooperative(async (tx) => {
    if (!(await markStopped(tx, payout.id, why))) return
    tell(tx, actor, payout, fill(strings.paymentIsStopped, { payment: payoutName(payout), why }))
    notifyPlatform(tx, {
      type: 'warning',
      message: fill(strings.aPayoutWasStopped, { why, reference: payout.reference }),
      link: `/superadmin/cooperatives/${actor.cooperativeId}`,
    })
  })
}

function tell(tx: Tx, { cooperativeId }: CooperativeActor, { batchId }: Payout, message: string): void {
  notifyOfficers(tx, cooperativeId, {
    type: 'warning',
    message,
    link: `/coop/financial-operations/payment-batches?batch=${batchId}`,
  })
}
