import { dayIn, dayText } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { t } from '#core/sentence.ts'
import { doubtInCase } from '#features/payments/online-payments/rules/doubt.ts'
import type { CaseKind, CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import type { Services } from '#platform/context.ts'
import type { CaseStep } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { notifyOfficers, notifyPlatformOnce } from '#features/access/notifications/server/notify-members.ts'
import { findCasePayment } from './reads.ts'
import { type ChangedCase, upsertCases } from './writes.ts'

/**
 * Asks the provider for the refunds and disputes of a payment, stores what it says, and tells the officers of what changed. In
 * whatever order and number webhooks come, what is stored is what the API says. Throws where another try can help.
 */
export async function receiveCases(services: Services, { cooperative, casesOf: id }: CaseStep): Promise<void> {
  const { database, payments: provider, log } = services
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work, { bankReported: true })
  const payment = await inCooperative((tx) => findCasePayment(tx, id))
  if (!payment || !provider?.casesOf) return
  if (payment.provider !== provider.name)
    return log.warn({ payment: id }, 'a refund is of a provider that is not set up')
  const said = await provider.casesOf(payment.reference)
  if ('retryBecause' in said) throw new Error(said.retryBecause)
  const doubted = said.cases.filter((each) => doubtInCase(each, payment.received, new Date()))
  for (const { id: number } of [...said.doubtful, ...doubted]) await tellOfDoubt(services, cooperative, number, payment)
  const believed = said.cases.filter((each) => !doubted.includes(each))
  if (believed.length === 0) return
  await inCooperative(async (tx) => {
    const changed = (await upsertCases(tx, cooperative, id, believed)).filter(({ was, status }) => was !== status)
    for (const each of changed) announceEnquiry(tx, cooperative, payment.payer, each)
    hintAfter(tx, {
      topics: ['financial/approvals', 'financial/online-payments'],
      cooperativeId: cooperative,
      officers: true,
      members: [],
    })
  })
}

/** Once, although the clock asks again while the case is open. */
async function tellOfDoubt(
  { database }: Services,
  cooperativeId: CooperativeId,
  number: string,
  { payer, reference }: { payer: string; reference: string },
): Promise<void> {
  const link = `/superadmin/cooperatives/${cooperativeId}` as const
  if (
    !(await notifyPlatformOnce(database, {
      message: t(
        'The payment provider reported figures that can’t be right for refund or dispute {number} of payment {reference}.',
        { number, reference },
      ),
      link,
    }))
  )
    return
  await database.tenant({ cooperativeId, role: 'coop_admin' }, async (tx) => {
    notifyOfficers(tx, cooperativeId, {
      type: 'warning',
      message: t(
        'The payment provider reported figures that can’t be right for refund or dispute {number} of a payment of {payer}. It can’t be recorded. Ask the payment provider.',
        { number, payer },
      ),
      link: '/coop/financial-operations/online-payments?tab=cases',
    })
  })
}

function announceEnquiry(
  tx: Tx,
  cooperativeId: CooperativeId,
  payer: string,
  { kind, status, amount, dueAt }: ChangedCase,
): void {
  notifyOfficers(tx, cooperativeId, {
    type: kind === 'dispute' || status === 'taken' ? 'warning' : 'info',
    message: sentences[kind][status](moneyText(amount), payer, dueAt),
    link: '/coop/financial-operations/online-payments?tab=cases',
  })
}

type Sentence = (amount: ReturnType<typeof moneyText>, payer: string, dueAt: Date | null) => string

const sentences: Record<CaseKind, Record<CaseStatus, Sentence>> = {
  refund: {
    pending: (amount, payer) =>
      t('The payment provider is refunding {amount} that {payer} paid online.', { amount, payer }),
    taken: (amount, payer) =>
      t('The payment provider refunded {amount} that {payer} paid online. Reverse the payment, or record the refund.', {
        amount,
        payer,
      }),
    kept: (amount, payer) =>
      t('The refund of {amount} that {payer} paid online failed. The payment stays.', { amount, payer }),
  },
  dispute: {
    pending: (amount, payer, dueAt) =>
      dueAt
        ? t(
            'The bank of {payer} disputes an online payment of {amount}. Answer the dispute at the payment provider by {dueOn}.',
            { payer, amount, dueOn: dayText(dayIn(dueAt)) },
          )
        : t('The bank of {payer} disputes an online payment of {amount}. Answer the dispute at the payment provider.', {
            payer,
            amount,
          }),
    taken: (amount, payer) =>
      t('The bank of {payer} has charged back {amount}. Reverse the payment, or record the chargeback.', {
        payer,
        amount,
      }),
    kept: (amount, payer) =>
      t('The dispute of {amount} that {payer} paid online was decided for the society.', { amount, payer }),
  },
}
