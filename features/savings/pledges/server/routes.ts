import * as contract from '#features/savings/pledges/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { placePledge } from './place-pledge.ts'
import { listPledges } from './queries.ts'
import { releasePledge } from './release-pledge.ts'

export const pledgeRoutes = [
  bind(contract.listPledges, listPledges),
  bind(contract.placePledge, placePledge),
  bind(contract.releasePledge, releasePledge),
]
