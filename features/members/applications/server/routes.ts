import {
  applyForMembership as applyContract,
  getJoinPage as pageContract,
} from '#features/members/applications/join-pages.ts'
import * as settingsContract from '#features/members/applications/join-settings.ts'
import * as contract from '#features/members/applications/contract.ts'
import * as decisionsContract from '#features/members/applications/membership-decisions.ts'
import { bind, bindOpen } from '#platform/http/bind.ts'
import { applyForMembership } from './apply-for-membership.ts'
import { approveMembershipApplication } from './approve-membership-application.ts'
import { declineMembershipApplication } from './decline-membership-application.ts'
import { getJoinPage, getJoinSettings, getMembershipApplication, listMembershipApplications } from './queries.ts'
import { updateJoinSettings } from './update-join-settings.ts'

export const membershipApplicationRoutes = [
  bindOpen(pageContract, getJoinPage),
  bindOpen(applyContract, applyForMembership),
  bind(contract.listMembershipApplications, listMembershipApplications),
  bind(contract.getMembershipApplication, getMembershipApplication),
  bind(decisionsContract.approveMembershipApplication, approveMembershipApplication),
  bind(decisionsContract.declineMembershipApplication, declineMembershipApplication),
  bind(settingsContract.getJoinSettings, getJoinSettings),
  bind(settingsContract.updateJoinSettings, updateJoinSettings),
]
