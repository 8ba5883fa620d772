import * as contract from '#contract/society/merging.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bindWaiting } from '#server/http/bind.ts'
import { describeMerging, mergeMember } from './merge-member.ts'

export const mergingRoutes = [bindWaiting(askForChange(contract.mergeMember, describeMerging, mergeMember))]
