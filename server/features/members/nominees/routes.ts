import * as contract from '#contract/members/nominees.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindWaiting } from '#server/http/bind.ts'
import { listNominees, listOwnNominees } from './queries.ts'
import { describeNominees, updateNominees } from './update-nominees.ts'

export const nomineeRoutes = [
  bind(contract.listNominees, listNominees),
  bindWaiting(askForChange(contract.updateNominees, describeNominees, updateNominees)),
  bind(contract.listOwnNominees, listOwnNominees),
]
