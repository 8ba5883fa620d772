import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, MemberId, OnlinePaymentId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import type { Doubt } from '#features/payments/online-payments/rules/doubt.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers, notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { recordStep } from './writes.ts'

type Stopped = {
  id: OnlinePaymentId
  memberId: MemberId | null
  payer: string
  /** At the provider. */
  reference: string
  why: string
}

/** Notifies officers and the platform of money that the books don't take; they ask the provider. */
export async function notifyOfStopped(tx: Tx, actor: TenantActor, { id, memberId, ...told }: Stopped): Promise<void> {
  await recordStep(tx, actor, { id, memberId, step: 'stopped', requestId: newId() })
  noticeOfStopped(tx, actor.cooperativeId, told)
}

export function noticeOfStopped(
  tx: Tx,
  cooperativeId: CooperativeId,
  { payer, reference, why }: Pick<Stopped, 'payer' | 'reference' | 'why'>,
): void {
  notifyOfficers(tx, cooperativeId, {
    type: 'warning',
    message: t('An online payment of {payer} was not taken into the books. {why}. Ask the payment provider.', {
      payer,
      why,
    }),
    link: '/coop/financial-operations/online-payments',
  })
  notifyPlatform(tx, {
    type: 'warning',
    message: t('A payment to a society was not taken into its books. {why}. Reference: {reference}.', {
      why,
      reference,
    }),
    link: `/superadmin/cooperatives/${cooperativeId}`,
  })
}

/** Why money with such a figure is not posted, for officers. */
export function doubtfulFigure(doubt: Doubt): string {
  return {
    amount: t('The provider reported an amount that can’t be right'),
    charge: t('The provider reported a charge that can’t be right'),
    date: t('The provider reported a date that can’t be right'),
  }[doubt]
}
