import * as contract from '#features/members/records/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getMemberProfile } from './get-member-profile.ts'
import { listFinancialRecords } from './queries.ts'

export const recordRoutes = [
  bind(contract.listFinancialRecords, listFinancialRecords),
  bind(contract.getMemberProfile, getMemberProfile),
]
