import type { TenantActor } from '#domain/actor.ts'
import type { MemberId, OnlinePaymentId } from '#domain/ids.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyOfficers } from '#server/features/access/notifications/notify-officers.ts'
import { recordStep } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

type Stopped = { id: OnlinePaymentId; memberId: MemberId | null; payer: string; why: string }

/** Money that the books don't take: officers are told, and ask the provider. */
export async function tellStopped(tx: Tx, actor: TenantActor, { id, memberId, payer, why }: Stopped): Promise<void> {
  await recordStep(tx, actor, { id, memberId, step: 'stopped', requestId: newId() })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: fill(strings.anOnlinePaymentOfWas, { payer, why }),
    link: '/coop/financial-operations/online-payments',
  })
}
