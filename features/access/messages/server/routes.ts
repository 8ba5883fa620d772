import * as contract from '#features/access/messages/contract.ts'
import { bind, bindBoth } from '#platform/http/bind.ts'
import { findUsualWays, getSmsBudget, listMessages, listPlatformMessages } from './queries.ts'
import { sendMessageAgain, sendPlatformMessageAgain } from './send-message-again.ts'
import { getOwnWays, setOwnWay } from './set-own-way.ts'
import { setSmsBudget } from './set-sms-budget.ts'
import { setUsualWay } from './set-usual-way.ts'

export const messageRoutes = [
  bindBoth(contract.listMessages, listPlatformMessages, listMessages),
  bindBoth(contract.sendMessageAgain, sendPlatformMessageAgain, sendMessageAgain),
  bind(contract.getUsualWays, findUsualWays),
  bind(contract.setUsualWay, setUsualWay),
  bind(contract.getSmsBudget, getSmsBudget),
  bind(contract.setSmsBudget, setSmsBudget),
  bind(contract.getOwnWays, getOwnWays),
  bind(contract.setOwnWay, setOwnWay),
]
