import type { addFixedAsset as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addMonths, dayIn, periodOf } from '#core/calendar.ts'
import type { FixedAssetId, TransactionId } from '#core/ids.ts'
import { moneyText, subtract, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMoneyAccount, findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { findAsset, findClass } from './queries.ts'
import { insertAssets } from './store.ts'

type Input = Parsed<typeof contract>

/**
 * Puts an asset on the register, and posts its purchase where it is bought now. Refuses: for_officers_only, asset_class_unknown,
 * asset_salvage_above_cost, asset_opening_too_much, asset_opening_missing, asset_opening_wrong, asset_bought_later,
 * money_account_unknown, and what any journal refuses.
 */
export async function addFixedAsset(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') refuse('for_officers_only')
  await blockPostings(tx, actor.cooperativeId)
  const { name, boughtOn, cost, lifeMonths, paidThrough } = input
  const today = dayIn(context.now)
  const account = await findClass(tx, input.accountId)
  if (boughtOn > today) refuse('asset_bought_later', { field: 'boughtOn' })
  const salvage = input.salvage ?? zeroKobo
  if (salvage > cost) refuse('asset_salvage_above_cost', { field: 'salvage', cost: moneyText(cost) })
  const opening = { amount: input.openingDepreciation ?? zeroKobo, through: input.openingThrough ?? null }
  if (opening.amount > subtract(cost, salvage))
    refuse('asset_opening_too_much', { field: 'openingDepreciation', most: moneyText(subtract(cost, salvage)) })
  const { booksBeginOn } = await findOpenDays(tx)
  const isOld = lifeMonths !== null && boughtOn < booksBeginOn
  if (opening.through === null && (isOld || opening.amount > zeroKobo))
    refuse('asset_opening_missing', { field: 'openingThrough' })
  if (opening.through !== null) {
    const isWrong =
      paidThrough !== undefined ||
      lifeMonths === null ||
      opening.through < addMonths(periodOf(boughtOn), -1) ||
      opening.through > periodOf(today)
    if (isWrong) refuse('asset_opening_wrong', { field: 'openingThrough' })
  }
  const money = paidThrough === undefined ? undefined : await findMoneyAccount(tx, paidThrough)

  // From here on it must succeed.
  const bought =
    money &&
    (await recordJournal(
      tx,
      actor,
      {
        type: 'journal',
        occurredOn: boughtOn,
        description: `Purchase of ${name}`,
        lines: [
          { accountId: account.id, debit: cost, credit: zeroKobo },
          { accountId: money.id, debit: zeroKobo, credit: cost },
        ],
      },
      context,
    ))
  const assetId = newId<FixedAssetId>()
  const transactionId: TransactionId | null = bought?.id ?? null
  await insertAssets(tx, actor, [
    {
      ...{ assetId, name, boughtOn, cost, salvage, lifeMonths, transactionId, openingId: null },
      accountId: account.id,
      openingDepreciation: opening.amount,
      openingThrough: opening.through,
    },
  ])
  return findAsset(tx, assetId)
}
