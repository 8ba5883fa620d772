import * as contract from '#contract/members/nominees.ts'
import { bind } from '#server/http/bind.ts'
import { listNominees, listOwnNominees } from './queries.ts'
import { updateNominees } from './update-nominees.ts'

export const nomineeRoutes = [
  bind(contract.listNominees, listNominees),
  bind(contract.updateNominees, updateNominees),
  bind(contract.listOwnNominees, listOwnNominees),
]
