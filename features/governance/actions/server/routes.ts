import * as contract from '#features/governance/actions/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { addAction } from './add-action.ts'
import { dropAction } from './drop-action.ts'
import { exportActions } from './export-actions.ts'
import { finishAction } from './finish-action.ts'
import { finishOwnAction } from './finish-own-action.ts'
import { listActions, listOwn, listPrevious } from './queries.ts'
import { updateAction } from './update-action.ts'

export const actionRoutes = [
  bind(contract.listActions, listActions),
  bind(contract.exportActions, exportActions),
  bind(contract.listPreviousActions, listPrevious),
  bind(contract.listOwnActions, listOwn),
  bind(contract.finishOwnAction, finishOwnAction),
  bind(contract.addAction, addAction),
  bind(contract.updateAction, updateAction),
  bind(contract.finishAction, finishAction),
  bind(contract.dropAction, dropAction),
]
