import { describe, expect, test } from 'vitest'
import type { GoodId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { askedFor, costOfAll, goodsLineInWords, type Good } from './goods.ts'

const [rice, oil] = ['rice', 'oil'].map((id) => id as GoodId) as [GoodId, GoodId]
const offered: Good[] = [
  { id: rice, name: 'Rice', unit: 'bag', price: kobo(60_000_50) },
  { id: oil, name: 'Oil', unit: 'keg', price: kobo(10_000_00) },
]
const product = { name: 'Commodity', forGoods: true }
const wanted = (change: Partial<Parameters<typeof askedFor>[0]> = {}) =>
  askedFor({
    product,
    offered,
    asked: [
      { goodId: rice, quantity: 3 },
      { goodId: oil, quantity: 1 },
    ],
    principal: undefined,
    settles: 0,
    ...change,
  })
const refused = (change: Parameters<typeof wanted>[0]) => {
  const found = wanted(change)
  return found instanceof Refusal ? [found.message, found.detail['field']] : found
}

describe('what an application is for', () => {
  test('goods at today’s prices, and their sum to the kobo', () => {
    const goods = [
      { goodId: rice, name: 'Rice', unit: 'bag', price: kobo(60_000_50), quantity: 3 },
      { goodId: oil, name: 'Oil', unit: 'keg', price: kobo(10_000_00), quantity: 1 },
    ]
    expect(wanted()).toEqual({ principal: kobo(190_001_50), goods })
    expect(wanted({ principal: kobo(190_001_50) })).toEqual({ principal: kobo(190_001_50), goods })
    expect(costOfAll([])).toBe(0n)
    expect(goodsLineInWords({ name: 'Rice', unit: 'bag', price: kobo(60_000_50), quantity: 3 })).toBe(
      'Rice: 3 × bag at ₦60,000.50, ₦180,001.50',
    )
  })

  test('money, of a loan that is not for goods', () => {
    const money = { product: { name: 'Regular', forGoods: false }, asked: [], principal: kobo(5_00), settles: 1 }
    expect(wanted(money)).toEqual({ principal: kobo(5_00), goods: [] })
    expect(refused({ ...money, principal: undefined })).toEqual(['principal_missing', 'principal'])
    expect(refused({ ...money, asked: [{ goodId: oil, quantity: 1 }] })).toEqual(['goods_not_for_loan', 'goods'])
  })

  test.each([
    ['no goods', { asked: [] }, ['goods_missing', 'goods']],
    ['a kobo less than they cost', { principal: kobo(190_001_49) }, ['goods_sum_differs', 'principal']],
    ['a good that is not on the list', { offered: offered.slice(0, 1) }, ['good_not_offered', 'goods.1.goodId']],
    ['a running loan to settle', { settles: 1 }, ['goods_settle_nothing', 'settles']],
  ] as const)('refuses %s', (_name, change, expected) =>
    expect(refused(change as Parameters<typeof wanted>[0])).toEqual(expected),
  )
})
