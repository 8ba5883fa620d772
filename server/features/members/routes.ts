import * as changes from '#contract/member-changes.ts'
import * as portal from '#contract/member-portal.ts'
import * as contract from '#contract/members.ts'
import { bind } from '#server/http/bind.ts'
import { createMember } from './create-member.ts'
import { deleteMember } from './delete-member.ts'
import { getMember, getMemberDashboard, getMemberProfile, getMemberRoles, listMembers } from './queries.ts'
import { registerMembers } from './register-members.ts'
import { updateMember } from './update-member.ts'
import { updateMemberRoles } from './update-member-roles.ts'

export const memberRoutes = [
  bind(changes.registerMembers, registerMembers),
  bind(changes.createMember, createMember),
  bind(contract.listMembers, listMembers),
  bind(contract.searchMembers, listMembers),
  bind(contract.getMember, getMember),
  bind(changes.updateMember, updateMember),
  bind(changes.deleteMember, deleteMember),
  bind(changes.getMemberRoles, getMemberRoles),
  bind(changes.updateMemberRoles, updateMemberRoles),
  bind(portal.getMemberProfile, getMemberProfile),
  bind(portal.getMemberDashboard, getMemberDashboard),
]
