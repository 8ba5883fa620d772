import * as contract from '#features/platform-admin/support-access/contract.ts'
import { bind, bindOpen, bindPlatform } from '#server/http/bind.ts'
import { askForSupportAccess } from './ask-for-support-access.ts'
import { allowSupportAccess, declineSupportAccess } from './allow-support-access.ts'
import { endAskedSupportAccess, endSupportAccess } from './end-support-access.ts'
import { openSupportAccess } from './open-support-access.ts'
import { listSupportAccess } from './queries.ts'

export const supportAccessRoutes = [
  bindPlatform(contract.askForSupportAccess, askForSupportAccess),
  bindPlatform(contract.listAskedSupportAccess, listSupportAccess),
  bindOpen(contract.openSupportAccess, openSupportAccess),
  bindPlatform(contract.endAskedSupportAccess, endAskedSupportAccess),
  bind(contract.listSupportAccess, listSupportAccess),
  bind(contract.allowSupportAccess, allowSupportAccess),
  bind(contract.declineSupportAccess, declineSupportAccess),
  bind(contract.endSupportAccess, endSupportAccess),
]
