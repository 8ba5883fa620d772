import { addMonths, type Period, periodOf, periodsBetween, type Day } from '#core/calendar.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { rounded } from '#core/rounding.ts'

/** What straight-line depreciation needs to know of an asset. */
export type Depreciable = {
  boughtOn: Day
  cost: Kobo
  /** What it is expected to bring at the end of its life. */ salvage: Kobo
  /** Null where it is not depreciated, as land is. */ lifeMonths: number | null
  /** What was depreciated before the register, and the last month that is in it. */
  openingDepreciation: Kobo
  openingThrough: Period | null
  /** No depreciation is charged in the month of the disposal. */ disposedOn: Day | null
}

export const lifeMonthsMax = 1200

/** The first and the last month in which the register depreciates an asset; undefined where there is none. A month in which it is bought counts whole. */
export function depreciationMonths(asset: Depreciable): { first: Period; last: Period } | undefined {
  if (asset.lifeMonths === null) return undefined
  const bought = periodOf(asset.boughtOn)
  const first = asset.openingThrough === null ? bought : addMonths(asset.openingThrough, 1)
  const end = addMonths(bought, asset.lifeMonths - 1)
  // A life that was over before the register began leaves what remains to its first month.
  const last = end < first ? first : end
  return { first, last }
}

/** What is depreciated of an asset by the end of a month, with what was before the register. */
export function accumulatedBy(asset: Depreciable, through: Period): Kobo {
  const months = depreciationMonths(asset)
  if (!months || through < months.first) return asset.openingDepreciation
  const whole = asset.cost - asset.salvage - asset.openingDepreciation
  const all = BigInt(countMonths(months.first, months.last))
  const done = BigInt(countMonths(months.first, through < months.last ? through : months.last))
  return kobo(asset.openingDepreciation + rounded({ top: whole * done, bottom: all }, 'half_up'))
}

/**
 * Straight-line depreciation of each month up to `through`. Rounded on the sum up to each month, so that all months
 * together come to cost less salvage value to the kobo.
 */
export function depreciationOf(asset: Depreciable, through: Period): { period: Period; amount: Kobo }[] {
  const months = depreciationMonths(asset)
  if (!months) return []
  const sold = asset.disposedOn === null ? undefined : addMonths(periodOf(asset.disposedOn), -1)
  const last = [months.last, through, ...(sold === undefined ? [] : [sold])].toSorted()[0] as Period
  return periodsBetween(months.first, last).flatMap((period) => {
    const amount = kobo(accumulatedBy(asset, period) - accumulatedBy(asset, addMonths(period, -1)))
    return amount > zeroKobo ? [{ period, amount }] : []
  })
}

/** What a disposal leaves after the book value: a gain above zero, a loss below. */
export function resultOfDisposal({
  cost,
  accumulated,
  proceeds,
}: Readonly<Record<'cost' | 'accumulated' | 'proceeds', Kobo>>): bigint {
  return proceeds - (cost - accumulated)
}

function countMonths(first: Period, last: Period): number {
  const [fromYear = 0, fromMonth = 0] = first.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = last.split('-').map(Number)
  return (toYear - fromYear) * 12 + (toMonth - fromMonth) + 1
}
