import * as contract from '#contract/access/messages.ts'
import { bindBoth } from '#server/http/bind.ts'
import { listMessages, listPlatformMessages } from './queries.ts'
import { sendMessageAgain, sendPlatformMessageAgain } from './send-message-again.ts'

export const messageRoutes = [
  bindBoth(contract.listMessages, listPlatformMessages, listMessages),
  bindBoth(contract.sendMessageAgain, sendPlatformMessageAgain, sendMessageAgain),
]
