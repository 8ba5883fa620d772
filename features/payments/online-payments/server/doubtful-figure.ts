import type { Doubt } from '#features/payments/online-payments/rules/doubt.ts'
import * as strings from './strings.ts'

/** Why money with such a figure is not posted, for officers. */
export const doubtfulFigure: Readonly<Record<Doubt, string>> = {
  amount: strings.doubtfulAmount,
  charge: strings.doubtfulCharge,
  date: strings.doubtfulDate,
}
