import { changeDueFrom as dueFromContract } from '#features/members/members/due-from.ts'
import * as changes from '#features/members/members/member-changes.ts'
import { getMember as getMemberContract } from '#features/members/members/member-details.ts'
import * as portal from '#features/members/members/member-portal.ts'
import * as contract from '#features/members/members/contract.ts'
import { readmitMember as readmitContract } from '#features/members/members/readmission.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { changeDueFrom } from './change-due-from.ts'
import { createMember } from './create-member.ts'
import { describeDeletion, deleteMember } from './delete-member.ts'
import { getMember, getMemberDashboard, getMemberRoles, listMembers } from './queries.ts'
import { readmitMember } from './readmit-member.ts'
import { describeNewOfficers, registerMembers } from './register-members.ts'
import { describeMemberChange, updateMember } from './update-member.ts'
import { describeRoles, updateMemberRoles } from './update-member-roles.ts'

export const memberRoutes = [
  bindWaiting(askForChange(changes.registerMembers, describeNewOfficers, registerMembers)),
  bindWaiting(
    askForChange(
      changes.createMember,
      (tx, actor, person) => describeNewOfficers(tx, actor, { member: [person] }),
      createMember,
    ),
  ),
  bind(contract.listMembers, listMembers),
  bind(contract.searchMembers, listMembers),
  bind(getMemberContract, getMember),
  bindWaiting(askForChange(changes.updateMember, describeMemberChange, updateMember)),
  bind(dueFromContract, changeDueFrom),
  bindWaiting(askForChange(changes.deleteMember, describeDeletion, deleteMember)),
  bind(readmitContract, readmitMember),
  bind(changes.getMemberRoles, getMemberRoles),
  bindWaiting(askForChange(changes.updateMemberRoles, describeRoles, updateMemberRoles)),
  bind(portal.getMemberDashboard, getMemberDashboard),
]
