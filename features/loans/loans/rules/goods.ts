import type { GoodId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const principalMissing = refusal('principal_missing', 422, 'Enter how much is borrowed.')
const goodNotOffered = refusal(
  'good_not_offered',
  422,
  'One of the goods is not on the list any more. Choose from the list as it is now.',
)
const goodsMissing = refusal('goods_missing', 422, 'A {loan} loan is for goods. Say which goods and how many of each.')
const goodsNotForLoan = refusal(
  'goods_not_for_loan',
  422,
  'A {loan} loan is paid out as money, so no goods can be named. Enter the amount.',
)
const goodsSettleNothing = refusal(
  'goods_settle_nothing',
  422,
  "All the money of a {loan} loan pays for goods, so it can't settle a running loan. Leave that loan out.",
)
const goodsSumDiffers = refusal(
  'goods_sum_differs',
  422,
  "At today's prices the goods come to {cost}, and the application says {principal}. Look at the prices again, and send it for {cost} if that is right.",
)

/** What the society supplies to members, at today's price of one unit. */
export type Good = { id: GoodId; name: string; unit: string; price: Kobo }

/** What an application asks for, as it was named and priced on its day. */
export type GoodsLine = Omit<Good, 'id'> & { goodId: GoodId; quantity: number }

export function costOf({ price, quantity }: Pick<GoodsLine, 'price' | 'quantity'>): Kobo {
  return kobo(price * BigInt(quantity))
}

export function costOfAll(lines: readonly Pick<GoodsLine, 'price' | 'quantity'>[]): Kobo {
  return sumKobo(lines.map(costOf))
}

type Wanted = {
  product: { name: string; forGoods: boolean }
  asked: readonly { goodId: GoodId; quantity: number }[]
  offered: readonly Good[]
  /** What the borrower believes that it comes to; must be there where the loan is not for goods. */
  principal: Kobo | undefined
  /** How many running loans it is to settle. */
  settles: number
}

/** What an application is for and comes to; the goods at today's prices where its product is for goods. */
export function askedFor({
  product,
  asked,
  offered,
  principal,
  settles,
}: Wanted): { principal: Kobo; goods: GoodsLine[] } | Refusal {
  const loan = product.name
  if (!product.forGoods) {
    if (asked.length > 0) return goodsNotForLoan({ field: 'goods', loan })
    return principal === undefined ? principalMissing({ field: 'principal' }) : { principal, goods: [] }
  }
  if (asked.length === 0) return goodsMissing({ field: 'goods', loan })
  if (settles > 0) return goodsSettleNothing({ field: 'settles', loan })
  const found = asked.map(({ goodId, quantity }) => ({ quantity, good: offered.find(({ id }) => id === goodId) }))
  const goods = found.flatMap(({ quantity, good }) =>
    good ? [{ goodId: good.id, name: good.name, unit: good.unit, price: good.price, quantity }] : [],
  )
  if (goods.length < asked.length)
    return goodNotOffered({ field: `goods.${found.findIndex(({ good }) => !good)}.goodId` })
  const cost = costOfAll(goods)
  if (principal !== undefined && principal !== cost)
    return goodsSumDiffers({ field: 'principal', cost: moneyText(cost), principal: moneyText(principal) })
  return { principal: cost, goods }
}

/** The line as it is on an agreement and on a screen. */
export function goodsLineInWords(line: Pick<GoodsLine, 'name' | 'unit' | 'price' | 'quantity'>): string {
  return fill(strings.nameQuantityUnitAtPrice, {
    name: line.name,
    quantity: line.quantity,
    unit: line.unit,
    price: moneyText(line.price),
    cost: moneyText(costOf(line)),
  })
}
