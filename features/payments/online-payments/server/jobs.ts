import { t } from '#core/sentence.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import type { Services } from '#platform/context.ts'
import { type AccountStep, holdAtProvider, type PaymentStep, type TransferStep } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { transactionTime, update } from '#platform/db/write.ts'
import { advancePayment } from './advance-payment.ts'
import { findAskedAccount } from './reads.ts'
import { receiveTransfer } from './receive-transfer.ts'

/** What the queue of payments asks for. Throws where another try can help. */
export async function runPaymentJob(services: Services, job: PaymentStep | AccountStep | TransferStep): Promise<void> {
  if ('payment' in job) return advancePayment(services, job)
  if ('accountOf' in job) return openTransferAccount(services, job)
  return receiveTransfer(services, job)
}

/**
 * Has the provider open the account number that a member asked for. A run that begins again gets the same number, because the
 * provider knows the member by an address that names this membership alone. Throws where another try can help.
 */
async function openTransferAccount(
  { database, payments: provider, publicUrl }: Services,
  { cooperative: cooperativeId, accountOf: memberId }: AccountStep,
): Promise<void> {
  if (!provider?.openAccount) return
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId, role: 'coop_admin' }, work)
  const asked = await inCooperative((tx) => findAskedAccount(tx, memberId, provider.name))
  if (!asked) return
  const email = `member-${memberId.replaceAll('-', '')}@${new URL(publicUrl()).hostname}`
  const opened = await provider.openAccount({ ...asked, email })
  if ('retryBecause' in opened) throw new Error(opened.retryBecause)
  await inCooperative(async (tx) => {
    if (!(await holdAtProvider(tx, 'account', `${provider.name} ${opened.number}`)))
      throw new Error('The provider gave a member the account number of another society')
    const { customer, bank, number, name } = opened
    const kept = await update(
      tx,
      'app.transfer_account',
      { memberId, provider: provider.name, openedAt: null },
      { openedAt: transactionTime, customer, bank, accountNumber: number, accountName: name },
    )
    if (kept === 0) return
    notifyMembers(tx, cooperativeId, [
      {
        memberId,
        message: t(
          'Your account number for transfers is {number}, {bank}. What you send to it is posted to your savings.',
          { number, bank },
        ),
        link: '/member/pay',
      },
    ])
  })
}
