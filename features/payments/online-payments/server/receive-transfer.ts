import { doubtIn } from '#features/payments/online-payments/rules/doubt.ts'
import { isSameSubaccount } from '#features/payments/online-payments/rules/subaccount.ts'
import { newId } from '#platform/db/id.ts'
import { moneyText } from '#core/money.ts'
import { t } from '#core/sentence.ts'
import { saveUnclaimedMoney } from '#features/platform-admin/unclaimed-money/server/save-unclaimed-money.ts'
import type { OnlinePaymentId } from '#core/ids.ts'
import type { Services } from '#platform/context.ts'
import { addPaymentJob, endPaymentEvent, findEventReference, type TransferStep } from '#platform/db/payments.ts'
import type { Paid, PaymentProvider, Transfer } from '#platform/payments/payment-port.ts'
import { paymentActor } from './payment-actor.ts'
import { findReceiver, findTransferTerms, type Receiver } from './reads.ts'
import { insertTransfer } from './writes.ts'
import { doubtfulFigure, noticeOfStopped, notifyOfStopped } from './notify-of-stopped.ts'

/**
 * Asks the provider what came under the reference of an event, which is none of ours. A transfer to an account number becomes a payment of
 * the society whose it is, once; the payment's own next step posts it. Throws where another try can help.
 */
export async function receiveTransfer(services: Services, { event }: TransferStep): Promise<void> {
  const { database, payments: provider, log } = services
  const reference = await database.jobs((tx) => findEventReference(tx, event))
  if (!provider?.openAccount || reference === undefined) return
  const said = await provider.verify(reference)
  if ('retryBecause' in said) throw new Error(said.retryBecause)
  // Delivered before the provider's API knows of it: the clock asks again.
  if (said.outcome === 'open') return
  if ((said.outcome === 'paid' || said.outcome === 'doubtful') && said.transfer) {
    const { transfer } = said
    const receiver = await database.jobs((tx) =>
      findReceiver(tx, provider, { ...transfer, subaccount: said.subaccount ?? '' }),
    )
    if (receiver && said.outcome === 'doubtful')
      // Without figures that can be read there is no payment to keep.
      await database.tenant({ cooperativeId: receiver.cooperativeId, role: 'coop_admin' }, async (tx) =>
        noticeOfStopped(tx, receiver.cooperativeId, {
          payer: transfer.sender || t('an unknown sender'),
          reference,
          why: doubtfulFigure(said.doubt),
        }),
      )
    else if (receiver && said.outcome === 'paid')
      await keepTransfer(services, provider, { ...said, transfer, reference, receiver })
    else {
      log.warn({ provider: provider.name }, 'a transfer came that is to no society of this installation')
      const amount = said.outcome === 'paid' ? said.amount : null
      const message = t(
        '{amount} was transferred to {sentTo}, which no cooperative has. Ask the payment provider whose it is. Reference: {reference}.',
        {
          amount: amount === null ? t('An unknown amount') : moneyText(amount),
          sentTo: transfer.accountNumber || t('an unknown account number'),
          reference,
        },
      )
      const sentTo = transfer.accountNumber || null
      await saveUnclaimedMoney(
        database,
        { kind: 'transfer', provider: provider.name, reference, amount, sentTo, cooperativeId: null },
        message,
      )
    }
  }
  await database.jobs((tx) => endPaymentEvent(tx, event))
}

type Came = Paid & { transfer: Transfer; reference: string; receiver: Receiver }

async function keepTransfer(
  { database, paymentsWaiting }: Services,
  provider: PaymentProvider,
  { transfer, receiver, ...paid }: Came,
): Promise<void> {
  const actor = paymentActor(receiver.cooperativeId)
  const { memberId } = receiver
  await database.tenant({ cooperativeId: receiver.cooperativeId, role: 'coop_admin' }, async (tx) => {
    const { accountTypeId, subaccounts, accountNumber, openedAt } = await findTransferTerms(tx, memberId, provider.name)
    const isOurs = !provider.needsSubaccount || subaccounts.some((each) => isSameSubaccount(each, paid.subaccount))
    const { amount, fees, paidAt } = paid
    const doubt = doubtIn({ amount, charge: fees, at: paidAt, since: openedAt, now: new Date() })
    const why =
      paid.currency !== 'NGN'
        ? t('The provider confirmed a transfer in {currency}, not in naira', { currency: paid.currency.slice(0, 3) })
        : doubt
          ? doubtfulFigure(doubt)
          : isOurs
            ? null
            : t('The money went to another sub-account than the society’s')
    const id = newId<OnlinePaymentId>()
    const isNew = await insertTransfer(tx, actor, {
      ...paid,
      paidAt: doubt === 'date' ? null : paidAt,
      id,
      memberId,
      provider: provider.name,
      subaccount: paid.subaccount || null,
      sentTo: transfer.accountNumber || accountNumber || 'unknown',
      sender: transfer.sender || null,
      accountTypeId,
      whyStopped: why,
    })
    if (!isNew) return
    if (why === null) await addPaymentJob(tx, id, paymentsWaiting)
    else
      await notifyOfStopped(tx, actor, {
        ...{ id, memberId, payer: transfer.sender || t('an unknown sender') },
        ...{ reference: paid.reference, why },
      })
  })
}
