import * as contract from '#features/loans/goods/contract.ts'
import { bind, bindShortList } from '#platform/http/bind.ts'
import { createGood } from './create-good.ts'
import { listGoods } from './queries.ts'
import { updateGood } from './update-good.ts'

export const goodsRoutes = [
  bindShortList(contract.listGoods, listGoods, ['name', 'unit']),
  bind(contract.createGood, createGood),
  bind(contract.updateGood, updateGood),
]
