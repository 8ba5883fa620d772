import type { GoodId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

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
    if (asked.length > 0) return new Refusal('goods_not_for_loan', { field: 'goods', loan })
    return principal === undefined ? new Refusal('principal_missing', { field: 'principal' }) : { principal, goods: [] }
  }
  if (asked.length === 0) return new Refusal('goods_missing', { field: 'goods', loan })
  if (settles > 0) return new Refusal('goods_settle_nothing', { field: 'settles', loan })
  const found = asked.map(({ goodId, quantity }) => ({ quantity, good: offered.find(({ id }) => id === goodId) }))
  const goods = found.flatMap(({ quantity, good }) =>
    good ? [{ goodId: good.id, name: good.name, unit: good.unit, price: good.price, quantity }] : [],
  )
  if (goods.length < asked.length)
    return new Refusal('good_not_offered', { field: `goods.${found.findIndex(({ good }) => !good)}.goodId` })
  const cost = costOfAll(goods)
  if (principal !== undefined && principal !== cost)
    return new Refusal('goods_sum_differs', {
      field: 'principal',
      cost: moneyText(cost),
      principal: moneyText(principal),
    })
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
