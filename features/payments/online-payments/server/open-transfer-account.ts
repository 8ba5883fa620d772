import type { Services } from '#platform/context.ts'
import { type AccountStep, holdAtProvider } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findAskedAccount } from './queries.ts'
import { markOpened } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Has the provider open the account number that a member asked for. A run that begins again gets the same number, because the
 * provider knows the member by an address that names this membership alone. Throws where another try can help.
 */
export async function openTransferAccount(
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
    if ((await markOpened(tx, memberId, provider.name, opened)) === 0) return
    notifyMembers(tx, cooperativeId, [
      {
        memberId,
        message: fill(strings.yourAccountNumberForTransfers, { number: opened.number, bank: opened.bank }),
        link: '/member/pay',
      },
    ])
  })
}
