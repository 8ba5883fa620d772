import * as contract from '#features/payments/settlements/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { postSettlement, readSettlements } from './post-settlement.ts'
import { getClearing, getSettlement, listSettledPayments, listSettlements } from './queries.ts'

export const settlementRoutes = [
  bind(contract.listSettlements, listSettlements),
  bind(contract.getClearing, getClearing),
  bind(contract.getSettlement, getSettlement),
  bind(contract.listSettledPayments, listSettledPayments),
  bind(contract.postSettlement, postSettlement),
  bind(contract.readSettlements, readSettlements),
]
