import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, MemberId, OnlinePaymentId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers, notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { recordStep } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

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
    message: fill(strings.anOnlinePaymentOfWas, { payer, why }),
    link: '/coop/financial-operations/online-payments',
  })
  notifyPlatform(tx, {
    type: 'warning',
    message: fill(strings.aPaymentWasStopped, { why, reference }),
    link: `/superadmin/cooperatives/${cooperativeId}`,
  })
}
