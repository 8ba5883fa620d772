import * as contract from '#features/members/nominees/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { listNominees, listOwnNominees } from './queries.ts'
import { describeNominees, updateNominees } from './update-nominees.ts'

export const nomineeRoutes = [
  bind(contract.listNominees, listNominees),
  bindWaiting(askForChange(contract.updateNominees, describeNominees, updateNominees)),
  bind(contract.listOwnNominees, listOwnNominees),
]
