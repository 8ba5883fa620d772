import type { TenantActor } from '#domain/actor.ts'
import type { AccountTypeId } from '#domain/ids.ts'
import { codeFor } from '#domain/society/configuration/account-type.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { openControlAccount } from '#server/ledger/ledger.ts'
import { findPayableType, findTypeCodes, type PaidType } from './queries.ts'
import { insertPayableType } from './store.ts'

const name = 'Dividends payable'

/** The account type of dividends that are to be paid to members' banks, made with its control account the first time. Refuses: chart_full. */
export async function ensurePayableType(tx: Tx, actor: TenantActor): Promise<PaidType> {
  const found = await findPayableType(tx)
  if (found) return found
  const controlId = await openControlAccount(tx, actor.cooperativeId, 'savings', name)
  const code = codeFor(name, await findTypeCodes(tx))
  await insertPayableType(tx, actor, { id: newId<AccountTypeId>(), name, controlId, code })
  return (await findPayableType(tx)) as PaidType
}
