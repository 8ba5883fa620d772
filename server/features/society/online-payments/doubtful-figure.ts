import type { Doubt } from '#domain/society/online-payments/doubt.ts'
import * as strings from './strings.ts'

/** Why money with such a figure is not posted, for officers. */
export const doubtfulFigure: Readonly<Record<Doubt, string>> = {
  amount: strings.doubtfulAmount,
  charge: strings.doubtfulCharge,
  date: strings.doubtfulDate,
}
