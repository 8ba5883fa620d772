import * as contract from '#contract/members.ts'
import { bind } from '#server/http/bind.ts'
import { createMember } from './create-member.ts'
import { deleteMember } from './delete-member.ts'
import { getMember, getMemberDashboard, getMemberProfile, getMemberRoles, listMembers } from './queries.ts'
import { registerMembers } from './register-members.ts'
import { updateMember } from './update-member.ts'
import { updateMemberRoles } from './update-member-roles.ts'

export const memberRoutes = [
  bind(contract.registerMembers, registerMembers),
  bind(contract.createMember, createMember),
  bind(contract.listMembers, listMembers),
  bind(contract.searchMembers, listMembers),
  bind(contract.getMember, getMember),
  bind(contract.updateMember, updateMember),
  bind(contract.deleteMember, deleteMember),
  bind(contract.getMemberRoles, getMemberRoles),
  bind(contract.updateMemberRoles, updateMemberRoles),
  bind(contract.getMemberProfile, getMemberProfile),
  bind(contract.getMemberDashboard, getMemberDashboard),
]
