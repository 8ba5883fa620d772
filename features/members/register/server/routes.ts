import { getUnreached, sendNotification as sendContract } from '#features/members/register/messages.ts'
import * as contract from '#features/members/register/contract.ts'
import { logMemberOut } from '#features/members/members/server/log-member-out.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { refuse } from '#core/refusal.ts'
import { confirmInPerson, describeInPerson } from '#features/members/members/server/confirm-in-person.ts'
import { describeNewActivation, resetActivation } from '#features/members/members/server/reset-activation.ts'
import { bind, bindPrepared, bindWaiting } from '#platform/http/bind.ts'
import { changeMemberStatuses } from './change-member-statuses.ts'
import { changeMemberView } from './change-member-view.ts'
import { deleteMemberView } from './delete-member-view.ts'
import { draftUnreached } from './draft-unreached.ts'
import { exportMembers } from './export-members.ts'
import { drawActivationSlips, printActivationSlips } from './print-activation-slips.ts'
import { findSimilarMembers, listMemberViews, listStatusChanges } from './queries.ts'
import { saveMemberView } from './save-member-view.ts'
import { sendActivationCodes } from './send-activation-codes.ts'
import { sendNotification } from './send-notification.ts'

const inPerson = askForChange(contract.confirmInPerson, describeInPerson, confirmInPerson)

export const registerRoutes = [
  bind(contract.listMemberViews, listMemberViews),
  bind(contract.saveMemberView, saveMemberView),
  bind(contract.changeMemberView, changeMemberView),
  bind(contract.deleteMemberView, deleteMemberView),
  bind(contract.exportMembers, exportMembers),
  bind(contract.changeMemberStatuses, changeMemberStatuses),
  bind(contract.listStatusChanges, listStatusChanges),
  bindPrepared(contract.printActivationSlips, drawActivationSlips, printActivationSlips),
  bind(contract.sendActivationCodes, sendActivationCodes),
  bindWaiting(askForChange(contract.resetActivation, describeNewActivation, resetActivation)),
  bindWaiting({
    ...inPerson,
    // One officer's word is none.
    ask: async (tx, actor, input, context) =>
      (await inPerson.ask(tx, actor, input, context)) ?? refuse('second_officer_missing'),
  }),
  bind(contract.logMemberOut, logMemberOut),
  bind(contract.findSimilarMembers, findSimilarMembers),
  bind(sendContract, sendNotification),
  bind(getUnreached, draftUnreached),
]
