import { sentenceOf } from '#core/contract/refusals.ts'
import type { CooperativeActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { vouchers } from '#core/contract/changes.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { doubtIn } from '#features/payments/online-payments/rules/doubt.ts'
import type { EnquiryFailure } from '#features/members/members/rules/account-enquiry.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import { paymentActor } from '#features/payments/online-payments/server/payment-actor.ts'
import type { Outcome } from '#features/payments/batches/rules/payment-batch.ts'
import { type ListedBank, listedCodeOf } from '#features/payments/payouts/rules/provider-banks.ts'
import { askOf } from '#platform/action.ts'
import type { Services } from '#platform/context.ts'
import { openPayoutKey } from '#platform/credentials/payout-key.ts'
import { newId } from '#platform/db/id.ts'
import { addPayoutJobs, type NamesStep, type PayoutJob, type PayoutStep } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, upsert } from '#platform/db/write.ts'
import { type Hint, hints } from '#platform/live/hints.ts'
import { notifyOfficers, notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { recordPaidExpense } from '#features/savings/transactions/server/record-expense.ts'
import { savePaymentResults } from '#features/payments/batches/server/record-payment-results.ts'
import type { PayoutAccount, PayoutService, PayoutState } from '#platform/payments/payout-port.ts'
import {
  findFeeAccounts,
  findHeld,
  findPayout,
  findUnnamedAccounts,
  findUsedKey,
  type Payout,
  payoutName,
} from './reads.ts'
import { changePayout, claimSending, markEnded, markFee, markHeld, markSent, markStopped } from './writes.ts'

/** What the queue of payouts asks for. Throws where another try can help. */
export async function runPayoutJob(services: Services, job: PayoutJob): Promise<void> {
  await ('payout' in job ? advancePayout(services, job) : askNames(services, job))
  const { cooperative: cooperativeId } = job
  hints.publish({ topics: vouchers, cooperativeId, officers: true, members: [] } satisfies Hint)
}

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
  const step: Step = {
    services,
    provider,
    account,
    actor: { ...paymentActor(cooperative), name: 'Paystack' },
    payout,
    inCooperative,
  }
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
      ? { refusedBecause: t('Paystack has no bank called {bankName}.', { bankName: payout.bankName }) }
      : await account.recipientOf({ bankCode, accountNumber, accountName })
  if ('retryBecause' in found) throw new Error(found.retryBecause)
  if ('refusedBecause' in found) {
    await hold(step, found.refusedBecause)
    return undefined
  }
  await inCooperative((tx) => changePayout(tx, payout.id, { recipient: found.recipient }))
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
      t('Payment {payment}, {amount}, was not sent. {why}', {
        payment: payoutName(payout),
        amount: moneyText(payout.amount),
        why,
      }),
    )
  })
}

const passwordWhy = () =>
  t(
    'Paystack waits for a one-time password. Confirm the transfer in Paystack’s dashboard, and switch off the password for transfers under its preferences.',
  )

/** What the provider says of a transfer that it has. */
async function keepState(step: Step, said: Exclude<PayoutState, { retryBecause: string }>): Promise<void> {
  const { payout, actor, inCooperative } = step
  switch (said.state) {
    case 'unknown':
      return
    case 'waits':
      if (payout.status !== 'paid')
        await inCooperative(async (tx) => {
          const isNews = await markSent(tx, payout.id, said.forPassword ? passwordWhy() : null)
          if (isNews && !said.forPassword)
            await addPayoutJobs(tx, [payout.id], step.services.payoutsWaiting, firstLookSeconds)
          if (isNews && said.forPassword)
            tell(tx, actor, payout, t('Payment {payment}: {why}', { payment: payoutName(payout), why: passwordWhy() }))
        })
      return
    case 'unclear':
      return stop(
        step,
        t('Paystack says of this transfer: {said}. Look in its dashboard, and mark the payment.', { said: said.said }),
      )
    case 'failed':
      return finish(step, 'failed', said.reason)
    case 'paid':
      if (said.amount !== payout.amount || said.currency !== 'NGN')
        return stop(step, t('Paystack confirmed another amount. Look in its dashboard, and mark the payment.'))
      if (said.fee === undefined || doubtIn({ amount: said.amount, charge: said.fee, now: new Date() }) === 'charge')
        return stop(step, t('Paystack reported a charge that can’t be right.'))
      if (payout.status !== 'paid') await finish(step, 'paid', null)
      if (said.fee > 0n) await recordFee(step, said.fee)
      if (payout.status !== 'paid') return
      if (payout.isSettled) await inCooperative((tx) => changePayout(tx, payout.id, { checkAt: null }))
  }
}

/** Records the result through the door of the bank's answers, so that one that failed is reversed once. */
async function finish(step: Step, outcome: Outcome, reason: string | null): Promise<void> {
  const { services, payout, actor, inCooperative } = step
  const { id, batchId, line } = payout
  const context = { ...services, requestId: newId(), now: new Date() }
  try {
    await inCooperative(async (tx) => {
      const result = { line, outcome, ...(reason && { reason }) }
      await savePaymentResults(askOf(tx, actor, context), { batchId, results: [result] })
      await markEnded(tx, id, outcome, reason)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await stop(
      step,
      outcome === 'paid'
        ? t('Paystack says that it was paid, which could not be recorded. {why}', { why: sentenceOf(error) })
        : t('Paystack says that it failed, which could not be recorded. {why}', { why: sentenceOf(error) }),
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
        { ...paid, description: t('Charge of transfer {payment}', { payment: payoutName(payout) }) },
        requestId,
      )
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ payout: payout.id, refusal: error.message }, 'the charge of a transfer can not be recorded yet')
  }
}

async function stop({ payout, actor, inCooperative }: Step, why: string): Promise<void> {
  await inCooperative(async (tx) => {
    if (!(await markStopped(tx, payout.id, why))) return
    tell(tx, actor, payout, t('Payment {payment}: {why}', { payment: payoutName(payout), why }))
    notifyPlatform(tx, {
      type: 'warning',
      message: t('A payment that a society sends was stopped. {why} Reference: {reference}.', {
        why,
        reference: payout.reference,
      }),
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

type Said = { name: string } | { failure: EnquiryFailure }

/** After so many in a row without an answer the others are not asked. */
const unansweredMax = 3

/** Asks the provider, one account after the other, in whose name each is that a batch pays for the first time, or to which a member is now paid, and keeps each answer. */
async function askNames(services: Services, { cooperative, ...of }: NamesStep): Promise<void> {
  const { database, payouts, secret } = services
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work)
  const found = await inCooperative(async (tx) => ({
    key: await findUsedKey(tx, payouts?.name),
    accounts: await findUnnamedAccounts(tx, of),
  }))
  if (!payouts || !found.key || found.accounts.length === 0) return
  const account = payouts.open(openPayoutKey(secret, found.key.id, found.key.sealed))
  const listed = await listedBanks(payouts, account)
  let unanswered = 'banks' in listed ? 0 : unansweredMax
  for (const details of found.accounts) {
    const said: Said =
      'banks' in listed && unanswered < unansweredMax
        ? await askOne(account, listed.banks, details)
        : { failure: 'unavailable' }
    unanswered = 'failure' in said && said.failure === 'unavailable' ? unanswered + 1 : 0
    await inCooperative((tx) => saveEnquiry(tx, details, said))
  }
}

async function askOne(account: PayoutAccount, listed: readonly ListedBank[], details: BankDetails): Promise<Said> {
  const bankCode = listedCodeOf(listed, details.bankName)
  if (bankCode === undefined) return { failure: 'bank_unlisted' }
  const said = await account.holderOf({ ...details, bankCode })
  if ('name' in said) return said
  return { failure: 'unknown' in said ? 'unknown' : 'unavailable' }
}

async function saveEnquiry(tx: Tx, { bankName, accountNumber }: BankDetails, said: Said): Promise<void> {
  const [holderName, noNameBecause] = 'name' in said ? [said.name, null] : [null, said.failure]
  await upsert(tx, 'app.account_enquiry', ['cooperativeId', 'bankName', 'accountNumber'], {
    ...{ bankName, accountNumber, holderName, noNameBecause },
    askedAt: clockTime,
  })
}

/** A list changes a few times a year. */
const keptMilliseconds = 60 * 60 * 1000

const kept = new WeakMap<PayoutService, { banks: ListedBank[]; until: number }>()

/** The provider's banks, which are the same for each society, asked for once an hour. */
async function listedBanks(
  provider: PayoutService,
  account: PayoutAccount,
): Promise<{ banks: ListedBank[] } | { retryBecause: string }> {
  const known = kept.get(provider)
  if (known && known.until > Date.now()) return known
  const listed = await account.banks()
  if ('banks' in listed) kept.set(provider, { banks: listed.banks, until: Date.now() + keptMilliseconds })
  return listed
}
