import { sentenceOf } from '#core/contract/refusals.ts'
import type { CooperativeActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { kobo, type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { doubtIn } from '#features/payments/online-payments/rules/doubt.ts'
import { isUnderWay } from '#features/payments/online-payments/rules/online-payment.ts'
import { isSameSubaccount } from '#features/payments/online-payments/rules/subaccount.ts'
import type { Context, Services } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { PaymentStep } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import type { SocietyAccount } from '#features/savings/transactions/server/reads.ts'
import { recordPaidExpense } from '#features/savings/transactions/server/record-expense.ts'
import type { PaymentProvider } from '#platform/payments/payment-port.ts'
import { paymentActor } from './payment-actor.ts'
import { postLines } from './post-lines.ts'
import { recordClearing } from '#features/savings/transactions/server/record-journal.ts'
import { findPaymentAccounts, type LockedPayment, lockPayment, openDay, type PaymentAccounts } from './reads.ts'
import { newReference } from './actions.ts'
import {
  changeReference,
  insertPaymentEntries,
  markInitialized,
  markPaid,
  markPosted,
  markStopped,
  markUnallocated,
  markUnpaid,
  recordStep,
} from './writes.ts'
import { notifyOfStopped, doubtfulFigure } from './notify-of-stopped.ts'

/**
 * The next steps of a payment, as far as they lead now: ask the provider for a checkout, ask it what was paid, post that.
 * Each is kept before the next begins, the provider is asked outside any transaction, and a run that begins again, or two
 * at once, do nothing twice. Throws where another try can help.
 */
export async function advancePayment(services: Services, { cooperative, payment: id }: PaymentStep): Promise<void> {
  const { database, payments: provider, log } = services
  const actor = paymentActor(cooperative)
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work)
  const found = () => inCooperative((tx) => lockPayment(tx, id))
  const payment = await found()
  if (payment.status !== 'paid') {
    if (!isUnderWay(payment.status) && payment.status !== 'expired') return
    if (payment.provider !== provider?.name)
      return log.warn({ payment: id }, 'a payment is with a provider that is not set up')
    if (payment.status === 'created' && !payment.isOver)
      return openCheckout(payment, provider, services.publicUrl(), inCooperative)
    await verifyPayment(payment, provider, actor, inCooperative)
  }
  const paid = await found()
  if (paid.status === 'paid') await postPayment(paid, actor, { ...services, requestId: newId(), now: new Date() })
}

type InCooperative = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function openCheckout(
  { id, reference, amount, surcharge, email, subaccount }: LockedPayment,
  provider: PaymentProvider,
  publicUrl: string,
  inCooperative: InCooperative,
): Promise<void> {
  const opened = await provider.open({
    reference,
    amount: kobo(amount + surcharge),
    // The provider asks for one; no mail to this address reaches anybody.
    email: email || 'member@example.com',
    subaccount,
    returnTo: `${publicUrl}/member/pay?payment=${id}`,
  })
  if ('retryBecause' in opened) throw new Error(opened.retryBecause)
  if ('checkoutUrl' in opened) return inCooperative((tx) => markInitialized(tx, id, opened.checkoutUrl))
  await inCooperative((tx) => changeReference(tx, id, newReference()))
  throw new Error('The reference of a payment was taken: it gets another')
}

/** Asks the provider, and keeps what it says. Money that is not naira, that went to another account, or whose figures can't be, is not the books'. */
async function verifyPayment(
  { id, memberId, payer, reference, subaccount, isOver, begunAt }: LockedPayment,
  provider: PaymentProvider,
  actor: CooperativeActor,
  inCooperative: InCooperative,
): Promise<void> {
  const said = await provider.verify(reference)
  if ('retryBecause' in said) throw new Error(said.retryBecause)
  await inCooperative(async (tx) => {
    const stop = async (why: string) => {
      if ((await markStopped(tx, id, why)) > 0)
        await notifyOfStopped(tx, actor, { id, memberId, payer, reference, why })
    }
    if (said.outcome === 'doubtful') await stop(doubtfulFigure(said.doubt))
    else if (said.outcome !== 'paid') {
      if (isOver) await markUnpaid(tx, id, 'expired')
      else if (said.outcome === 'failed') await markUnpaid(tx, id, 'failed')
    } else if (said.currency !== 'NGN')
      await stop(
        t('The provider confirmed a payment in {currency}, not in naira', { currency: said.currency.slice(0, 3) }),
      )
    else if (subaccount !== null && said.subaccount !== null && !isSameSubaccount(said.subaccount, subaccount))
      await stop(t('The money went to another sub-account than the society’s'))
    else {
      const { amount, fees, paidAt } = said
      const doubt = doubtIn({ amount, charge: fees, at: paidAt, since: begunAt, now: new Date() })
      if (doubt) await stop(doubtfulFigure(doubt))
      else if (amount > 0n) await markPaid(tx, id, said)
    }
  })
}

/** Posts the money to what it was paid for; where that can't be, to the receipts that wait for an officer. */
async function postPayment(paid: LockedPayment, actor: CooperativeActor, context: Context): Promise<void> {
  const { cooperativeId } = actor
  const inCooperative: InCooperative = (work) => context.database.tenant({ cooperativeId, role: 'coop_admin' }, work)
  const { id, memberId, surcharge } = paid
  const why = whyNotAsAsked(paid)
  if (why !== undefined || memberId === null)
    return inCooperative((tx) => keepUnallocated(tx, actor, paid, why ?? '', context))
  try {
    await inCooperative(async (tx) => {
      const held = await lockPayment(tx, id)
      if (held.status !== 'paid') return
      const accounts = await findPaymentAccounts(tx)
      const on = await dayOfPayment(tx, held, context.now)
      const lines = held.lines.map((line) => ({ ...line, amount: kobo(BigInt(line.amount)) }))
      const receipts = await postLines(tx, actor, { memberId, on, through: accounts.gateway, lines }, context)
      await postCharges(tx, actor, { held, accounts, on, surcharge }, context)
      await markPosted(tx, id, receipts)
      await insertPaymentEntries(tx, actor, id)
      await recordStep(tx, actor, { id, memberId, step: 'posted', requestId: context.requestId })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const why = sentenceOf(error)
    await inCooperative((tx) => keepUnallocated(tx, actor, paid, why, context))
  }
}

function whyNotAsAsked({ amount, surcharge, received, memberId, sentTo, lines }: LockedPayment): string | undefined {
  const asked = kobo(amount + surcharge)
  if (received !== asked)
    return t('{received} was paid instead of {asked}.', {
      received: moneyText(received ?? zeroKobo),
      asked: moneyText(asked),
    })
  if (memberId === null) return t('No member has the account number {sentTo} to which it was sent.', { sentTo })
  return lines.length === 0 ? t('There is no account type that takes transfers.') : undefined
}

async function keepUnallocated(
  tx: Tx,
  actor: CooperativeActor,
  { id }: LockedPayment,
  why: string,
  context: Context,
): Promise<void> {
  const held = await lockPayment(tx, id)
  if (held.status !== 'paid' || held.received === null) return
  const accounts = await findPaymentAccounts(tx)
  const on = await dayOfPayment(tx, held, context.now)
  const { memberId, payer, received } = held
  await recordClearing(
    tx,
    actor,
    {
      debit: accounts.gateway,
      credit: accounts.unallocated,
      amount: received,
      on,
      description: t('Online payment of {payer}, not allocated', { payer }),
    },
    context.requestId,
  )
  await postCharges(tx, actor, { held, accounts, on, surcharge: zeroKobo }, context)
  await markUnallocated(tx, id, why)
  await insertPaymentEntries(tx, actor, id)
  await recordStep(tx, actor, { id, memberId, step: 'unallocated', requestId: context.requestId })
  if (memberId !== null)
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        type: 'info',
        message: t('{received} was received online. An officer will post it to your account.', {
          received: moneyText(received),
        }),
        link: `/member/pay?payment=${id}`,
      },
    ])
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: t('{received} that {payer} paid online could not be posted. {why} Allocate it.', {
      received: moneyText(received),
      payer,
      why,
    }),
    link: '/coop/financial-operations/online-payments',
  })
}

const dayOfPayment = (tx: Tx, { paidAt }: LockedPayment, now: Date) => openDay(tx, dayIn(paidAt ?? now), now)

type Charged = { held: LockedPayment; accounts: PaymentAccounts; on: ReturnType<typeof dayIn>; surcharge: Kobo }

/** What the provider keeps is an expense; what the member paid besides to bear it is income. */
async function postCharges(
  tx: Tx,
  actor: CooperativeActor,
  { held: { provider, fees, payer }, accounts, on: occurredOn, surcharge }: Charged,
  { requestId }: Pick<Context, 'requestId'>,
): Promise<void> {
  const keep = async (type: 'expense' | 'income', amount: Kobo, account: SocietyAccount, party: string) => {
    if (amount === 0n) return
    const description = type === 'expense' ? t('Charge of an online payment') : t('Charge paid by the member')
    const paid = { type, amount, occurredOn, account, through: accounts.gateway, party, description }
    await recordPaidExpense(tx, actor, paid, requestId)
  }
  await keep('income', surcharge, accounts.otherIncome, payer)
  await keep('expense', fees ?? zeroKobo, accounts.charges, nameOf(provider))
}

function nameOf(provider: string): string {
  const names: Readonly<Record<string, string>> = {
    paystack: 'Paystack',
    monnify: 'Monnify',
    flutterwave: 'Flutterwave',
  }
  return provider === 'sandbox' ? t('Sandbox checkout') : (names[provider] ?? provider)
}
