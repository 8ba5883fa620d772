import { addMonths, type Day, lastDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import { lifeMonthsMax } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import { amountIn, type Cells, dayIn, namedIn, textIn, wholeIn } from './opening-cells.ts'

/** The columns of the sheet of fixed assets, in the order of the workbook. */
export const assetHeadings = {
  name: 'Asset',
  account: 'Class',
  bought: 'Bought on',
  cost: 'Cost',
  salvage: 'Value at the end of its life',
  life: 'Life in months',
  depreciation: 'Depreciation to date',
} as const
export type AssetHeading = keyof typeof assetHeadings

export const assetHeadingsNeeded = ['name', 'account', 'bought', 'cost'] as const satisfies readonly AssetHeading[]

/** An account that the cost of an asset can be on. */
export type AssetClass = { accountId: AccountId; code: string; name: string }

export type OpeningAsset = {
  name: string
  accountId: AccountId
  boughtOn: Day
  cost: Kobo
  salvage: Kobo
  /** Null where it is not depreciated, as land is. */ lifeMonths: number | null
  /** What the old books had depreciated, and the last month that is in it. */
  openingDepreciation: Kobo
  openingThrough: Period | null
}

/** One row of the sheet; undefined where something in it has to be put right. */
export function readOpeningAsset(
  cells: Cells<AssetHeading>,
  classes: readonly AssetClass[],
  asOf: Day,
): OpeningAsset | undefined {
  const name = textIn(cells, 'name', { most: 120, missing: 'Enter what it is, or delete the row' })
  const account = namedIn(
    cells,
    'account',
    classes,
    `Use the name or the code of an account of fixed assets: ${classes.map(({ code, name: called }) => `${code} ${called}`).join(', ')}.`,
  )
  const boughtOn = dayIn(cells, 'bought', 'Enter the day on which it was bought')
  const cost = amountIn(cells, 'cost', 'Enter what it cost')
  const salvage = amountIn(cells, 'salvage') ?? zeroKobo
  const isDepreciated = textIn(cells, 'life') !== ''
  const lifeMonths = wholeIn(cells, 'life', {
    most: lifeMonthsMax,
    wrong: `Enter a whole number of months from 1 to ${lifeMonthsMax}, or leave the cell empty where it loses no value, as land`,
    isOptional: true,
  })
  const depreciation = amountIn(cells, 'depreciation') ?? zeroKobo
  const wrong = whyNotAsset({ boughtOn, cost, salvage, isDepreciated, depreciation }, asOf)
  if (wrong) cells.problem(...wrong)
  if (
    wrong ||
    name === '' ||
    !account ||
    !boughtOn ||
    cost === undefined ||
    (isDepreciated && lifeMonths === undefined)
  )
    return undefined
  const month = periodOf(asOf)
  return {
    ...{ name, accountId: account.accountId, boughtOn, cost, salvage },
    lifeMonths: lifeMonths ?? null,
    openingDepreciation: depreciation,
    // A month that is not over is depreciated by the register.
    openingThrough: lifeMonths === undefined ? null : asOf === lastDayOf(month) ? month : addMonths(month, -1),
  }
}

type Given = {
  boughtOn: Day | undefined
  cost: Kobo | undefined
  salvage: Kobo
  isDepreciated: boolean
  depreciation: Kobo
}

function whyNotAsset(
  { boughtOn, cost, salvage, isDepreciated, depreciation }: Given,
  asOf: Day,
): [AssetHeading, string] | undefined {
  if (boughtOn && boughtOn > asOf)
    return ['bought', 'This is after the day of the balances. Add it under Fixed assets once they are in the books.']
  if (cost === undefined) return undefined
  if (salvage > cost) return ['salvage', `This is more than the ${moneyText(cost)} that it cost.`]
  if (depreciation > 0n && !isDepreciated)
    return ['life', 'Enter the months of its life: depreciation goes on with what is left of them.']
  const most = kobo(cost - salvage)
  return depreciation > most ? ['depreciation', `At most ${moneyText(most)} can be depreciated of it.`] : undefined
}
