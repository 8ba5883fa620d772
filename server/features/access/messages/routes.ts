import * as contract from '#contract/access/messages.ts'
import { bind, bindBoth } from '#server/http/bind.ts'
import { findUsualWays, listMessages, listPlatformMessages } from './queries.ts'
import { sendMessageAgain, sendPlatformMessageAgain } from './send-message-again.ts'
import { getOwnWays, setOwnWay } from './set-own-way.ts'
import { setUsualWay } from './set-usual-way.ts'

export const messageRoutes = [
  bindBoth(contract.listMessages, listPlatformMessages, listMessages),
  bindBoth(contract.sendMessageAgain, sendPlatformMessageAgain, sendMessageAgain),
  bind(contract.getUsualWays, findUsualWays),
  bind(contract.setUsualWay, setUsualWay),
  bind(contract.getOwnWays, getOwnWays),
  bind(contract.setOwnWay, setOwnWay),
]
