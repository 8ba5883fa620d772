import {
  accumulatedDepreciationCode,
  depreciationCode,
  disposalGainCode,
  disposalLossCode,
} from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/accounting/fixed-assets/contract.ts'
import { depreciationOf, resultOfDisposal } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import { findMoneyAccount, findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { addMonths, type Day, dayText, lastDayOf, periodName, periodOf } from '#core/calendar.ts'
import type { AssetDisposalId, DepreciationRunId, EntryId, FixedAssetId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, subtract, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import {
  calculateDepreciation,
  type DepreciatedAsset,
  findAsset,
  findClass,
  findDepreciable,
  findLaterOfAsset,
} from './reads.ts'
import { insertAssets, insertDepreciation, markRemoved } from './writes.ts'

const assetBoughtLater = refusal('asset_bought_later', 422, 'Choose today or an earlier date.')
const assetSalvageAboveCost = refusal('asset_salvage_above_cost', 422, 'Enter {cost} or less: no more than it cost.')
const assetOpeningTooMuch = refusal(
  'asset_opening_too_much',
  422,
  'Enter {most} or less: the cost without the salvage value.',
)
const assetOpeningMissing = refusal(
  'asset_opening_missing',
  422,
  'Enter the last month that is depreciated already, and the depreciation by then. Depreciation goes on from the next month.',
)
const assetOpeningWrong = refusal(
  'asset_opening_wrong',
  422,
  'Earlier depreciation is of an asset that is depreciated and in the books already, from its purchase to this month at the latest.',
)
const assetBoughtHere = refusal(
  'asset_bought_here',
  409,
  '{name} was bought through the register. Reverse its purchase in the Financial Record instead.',
)
const assetDepreciated = refusal(
  'asset_depreciated',
  409,
  'Depreciation of {name} is posted or waits for approval. Reverse or reject it first.',
)
const assetNotBought = refusal('asset_not_bought', 409, 'The purchase of {name} waits for approval. Approve it first.')
const assetDisposed = refusal(
  'asset_disposed',
  409,
  'The disposal of {name} on {on} is posted or waits for approval already.',
)
const assetDisposedBeforeBought = refusal(
  'asset_disposed_before_bought',
  422,
  'It was bought on {on}. Choose that day or a later one.',
)
const assetDepreciationWaits = refusal(
  'asset_depreciation_waits',
  409,
  'Depreciation of {name} waits for approval. Approve or reject it first.',
)
const assetDepreciationBehind = refusal(
  'asset_depreciation_behind',
  409,
  '{number} is not depreciated through {month}. Run depreciation through that month first.',
)
const assetDepreciatedLater = refusal(
  'asset_depreciated_later',
  409,
  '{number} is depreciated through {month}, and no depreciation is charged in the month of a disposal. Choose a day of a later month, or reverse that run.',
)
const assetDisposedSince = refusal(
  'asset_disposed_since',
  409,
  '{name} was disposed of since. Reverse its disposal first.',
)
const depreciationMonthNotOver = refusal(
  'depreciation_month_not_over',
  422,
  '{month} is not over. Choose an earlier month.',
)
const depreciationUnchanged = refusal(
  'depreciation_unchanged',
  409,
  'All depreciation through {month} is posted or waits for approval. Nothing was posted.',
)
const depreciationChanged = refusal(
  'depreciation_changed',
  409,
  'Depreciation is {amount} now. Look at it again, then post it.',
)

/**
 * Puts an asset on the register, and posts its purchase where it is bought now. Refuses: for_officers_only, asset_class_unknown,
 * asset_salvage_above_cost, asset_opening_too_much, asset_opening_missing, asset_opening_wrong, asset_bought_later,
 * money_account_unknown, and what any journal refuses.
 */
export const addFixedAsset = action(contract.addFixedAsset, async (ask, input) => {
  const { tx, actor, today, context } = ask
  if (actor.role === 'member') refuse('for_officers_only')
  await blockPostings(tx, actor.cooperativeId)
  const { name, boughtOn, cost, lifeMonths, paidThrough } = input
  const account = await findClass(tx, input.accountId)
  if (boughtOn > today) refuse(assetBoughtLater({ field: 'boughtOn' }))
  const salvage = input.salvage ?? zeroKobo
  if (salvage > cost) refuse(assetSalvageAboveCost({ field: 'salvage', cost: moneyText(cost) }))
  const opening = { amount: input.openingDepreciation ?? zeroKobo, through: input.openingThrough ?? null }
  if (opening.amount > subtract(cost, salvage))
    refuse(assetOpeningTooMuch({ field: 'openingDepreciation', most: moneyText(subtract(cost, salvage)) }))
  const { booksBeginOn } = await findOpenDays(tx)
  const isOld = lifeMonths !== null && boughtOn < booksBeginOn
  if (opening.through === null && (isOld || opening.amount > zeroKobo))
    refuse(assetOpeningMissing({ field: 'openingThrough' }))
  if (opening.through !== null) {
    const isWrong =
      paidThrough !== undefined ||
      lifeMonths === null ||
      opening.through < addMonths(periodOf(boughtOn), -1) ||
      opening.through > periodOf(today)
    if (isWrong) refuse(assetOpeningWrong({ field: 'openingThrough' }))
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
  await insertAssets(tx, actor, [
    {
      ...{ assetId, name, boughtOn, cost, salvage, lifeMonths, openingId: null },
      transactionId: bought?.id ?? null,
      accountId: account.id,
      openingDepreciation: opening.amount,
      openingThrough: opening.through,
    },
  ])
  return findAsset(tx, assetId)
})

/** Takes an asset off the register that was entered by mistake. Refuses: not_found, asset_bought_here, asset_disposed_since, asset_depreciated. */
export const removeFixedAsset = action(contract.removeFixedAsset, async ({ tx, actor }, { assetId, reason }) => {
  await blockPostings(tx, actor.cooperativeId)
  const asset = await findAsset(tx, assetId)
  if (asset.transactionId !== null) refuse(assetBoughtHere({ name: asset.name }))
  const [state] = await findDepreciable(tx, assetId)
  if (state?.disposedOn) refuse(assetDisposedSince({ name: asset.name }))
  if (state && state.posted.length > 0) refuse(assetDepreciated({ name: asset.name }))
  await markRemoved(tx, assetId, reason)
  return { assetId }
})

/**
 * Posts the sale or scrapping of an asset: what it brings above or below its book value is a gain or a loss. Refuses: not_found,
 * asset_not_bought, asset_disposed, asset_depreciation_waits, asset_depreciation_behind, asset_depreciated_later,
 * asset_disposed_before_bought, money_account_unknown, chart_account_missing, and what any journal refuses.
 */
export const disposeOfFixedAsset = action(contract.disposeOfFixedAsset, async ({ tx, actor, context }, input) => {
  const { assetId, occurredOn, proceeds, paidThrough, reason } = input
  await blockPostings(tx, actor.cooperativeId)
  const { name } = await findAsset(tx, assetId)
  const [asset] = await findDepreciable(tx, assetId)
  if (!asset) return refuse(assetNotBought({ name }))
  refuseUnlessDepreciated(asset, occurredOn)
  const accumulated = kobo(asset.openingDepreciation + asset.postedAmount)
  const result = resultOfDisposal({ cost: asset.cost, accumulated, proceeds })
  const lines = [
    ...(await debitOf(accumulated, () => needChartAccount(tx, accumulatedDepreciationCode))),
    ...(await debitOf(proceeds, async () => (await findMoneyAccount(tx, paidThrough)).id)),
    ...(await debitOf(kobo(result < 0n ? -result : 0n), () => needChartAccount(tx, disposalLossCode))),
    { accountId: asset.accountId, debit: zeroKobo, credit: asset.cost },
    ...(result > 0n
      ? [{ accountId: await needChartAccount(tx, disposalGainCode), debit: zeroKobo, credit: kobo(result) }]
      : []),
  ]

  // From here on it must succeed.
  const { id, status, entryNumber } = await recordJournal(
    tx,
    actor,
    { type: 'journal', occurredOn, description: `Disposal of ${asset.number} ${name}`, lines },
    context,
  )
  await insert(tx, 'app.asset_disposal', {
    ...{ disposalId: newId<AssetDisposalId>(), assetId, transactionId: id },
    ...{ disposedOn: occurredOn, proceeds, accumulated, reason },
  })
  return { transactionId: id, status, entryNumber, result: kobo(result) }
})

async function debitOf(debit: Kobo, findId: () => ReturnType<typeof needChartAccount>) {
  return debit > zeroKobo ? [{ accountId: await findId(), debit, credit: zeroKobo }] : []
}

/** Depreciation must be in the books up to the month before, and no further. */
function refuseUnlessDepreciated(asset: DepreciatedAsset, on: Day): void {
  const { name, number } = asset
  if (asset.disposedOn !== null) refuse(assetDisposed({ name, on: dayText(asset.disposedOn) }))
  if (on < asset.boughtOn) refuse(assetDisposedBeforeBought({ field: 'occurredOn', on: dayText(asset.boughtOn) }))
  if (asset.waits) refuse(assetDepreciationWaits({ name }))
  const before = addMonths(periodOf(on), -1)
  const posted = new Set(asset.posted)
  if (depreciationOf(asset, before).some(({ period }) => !posted.has(period)))
    refuse(assetDepreciationBehind({ field: 'occurredOn', number, month: periodName(before) }))
  const last = asset.posted.at(-1)
  if (last !== undefined && last > before)
    refuse(assetDepreciatedLater({ field: 'occurredOn', number, month: periodName(last) }))
}

/** Refuses the reversal of a purchase or a depreciation on which something later rests: asset_disposed_since, asset_depreciated. */
export async function refuseLaterOfAsset(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const later = await findLaterOfAsset(tx, entryId)
  if (later) throw (later.isDisposed ? assetDisposedSince : assetDepreciated)({ name: later.name })
}

/**
 * Posts all depreciation up to the end of a month that is not posted yet, as one journal of its last day. Two officers at once
 * take turns, so the second finds nothing to post. Refuses: depreciation_month_not_over, depreciation_unchanged,
 * depreciation_changed, chart_account_missing, and what any journal refuses.
 */
export const runDepreciation = action(contract.runDepreciation, async (ask, { through, amount: looked }) => {
  const { tx, actor, today, context } = ask
  await blockPostings(tx, actor.cooperativeId)
  const on = lastDayOf(through)
  if (on > today) refuse(depreciationMonthNotOver({ field: 'through', month: periodName(through) }))
  const assets = await calculateDepreciation(tx, through)
  const amount = sumKobo(assets.map((asset) => asset.amount))
  if (amount === zeroKobo) refuse(depreciationUnchanged({ field: 'through', month: periodName(through) }))
  if (amount !== looked) refuse(depreciationChanged({ field: 'amount', amount: moneyText(amount) }))
  const [expense, accumulated] = [
    await needChartAccount(tx, depreciationCode),
    await needChartAccount(tx, accumulatedDepreciationCode),
  ]

  // From here on it must succeed.
  const { id, status, entryNumber } = await recordJournal(
    tx,
    actor,
    {
      type: 'journal',
      occurredOn: on,
      description: `Depreciation to ${periodName(through)}`,
      lines: [
        { accountId: expense, debit: amount, credit: zeroKobo },
        { accountId: accumulated, debit: zeroKobo, credit: amount },
      ],
    },
    context,
  )
  const runId = newId<DepreciationRunId>()
  await insert(tx, 'app.depreciation_run', {
    ...{ runId, transactionId: id, through: on, amount },
    assets: assets.length,
  })
  await insertDepreciation(
    tx,
    runId,
    assets.flatMap(({ assetId, months }) => months.map((month) => ({ assetId, ...month }))),
  )
  return { runId, transactionId: id, status, entryNumber, amount, assets: assets.length }
})
