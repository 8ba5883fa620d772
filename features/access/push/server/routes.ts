import * as contract from '#features/access/push/contract.ts'
import { bindOpen } from '#platform/http/bind.ts'
import { getPush } from './queries.ts'
import { turnOffPush } from './turn-off-push.ts'
import { turnOnPush } from './turn-on-push.ts'

export const pushRoutes = [
  bindOpen(contract.getPush, getPush),
  bindOpen(contract.turnOnPush, turnOnPush),
  bindOpen(contract.turnOffPush, turnOffPush),
]
