import { notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/id.ts'
import { insert } from '#platform/db/write.ts'

type FoundMoney = {
  kind: 'transfer' | 'settlement'
  provider: string
  reference: string
  amount: Kobo | null
  sentTo: string | null
  /** Of a settlement: for whom the provider listed it. */
  cooperativeId: CooperativeId | null
}

/** Saves money that no society's books take, and notifies the super administrators once, however often a job finds it. */
export async function saveUnclaimedMoney(
  database: Pick<Database, 'platform'>,
  found: FoundMoney,
  message: string,
): Promise<void> {
  await database.platform(async (tx) => {
    const row = { unclaimedId: newId(), ...found }
    if (await insert(tx, 'platform.unclaimed_money', row, { unlessThere: true }))
      notifyPlatform(tx, { type: 'warning', message, link: '/superadmin/health' })
  })
}
