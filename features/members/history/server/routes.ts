import * as contract from '#features/members/history/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getMemberBalances, listMemberEvents } from './queries.ts'

export const memberHistoryRoutes = [
  bind(contract.getMemberBalances, getMemberBalances),
  bind(contract.listMemberEvents, listMemberEvents),
]
