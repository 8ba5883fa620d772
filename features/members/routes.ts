import { registerApprovals } from '#features/access/approvals/server/reads.ts'
import * as applications from '#features/members/applications/server/actions.ts'
import * as applicationReads from '#features/members/applications/server/reads.ts'
import * as bankDetails from '#features/members/bank-details/server/actions.ts'
import * as bankDetailsReads from '#features/members/bank-details/server/reads.ts'
import * as dataProtection from '#features/members/data-protection/server/actions.ts'
import * as myData from '#features/members/data-protection/server/draft-my-data.ts'
import * as dataProtectionReads from '#features/members/data-protection/server/reads.ts'
import * as documents from '#features/members/documents/server/actions.ts'
import * as documentReads from '#features/members/documents/server/reads.ts'
import * as history from '#features/members/history/server/reads.ts'
import { reversingLeaving } from '#features/members/leaving/server/actions.ts'
import * as leaving from '#features/members/leaving/server/actions.ts'
import * as settlementSheet from '#features/members/leaving/server/draft-settlement-sheet.ts'
import * as standing from '#features/members/leaving/server/get-leaving.ts'
import { leavingApprovals } from '#features/members/leaving/server/reads.ts'
import * as members from '#features/members/members/server/actions.ts'
import * as memberReads from '#features/members/members/server/reads.ts'
import * as registering from '#features/members/members/server/register-members.ts'
import * as memberChanges from '#features/members/members/server/update-member.ts'
import * as merging from '#features/members/merging/server/actions.ts'
import { reversingOfMerged } from '#features/members/merging/server/reversing-of-merged.ts'
import * as nominees from '#features/members/nominees/server/actions.ts'
import * as nomineeReads from '#features/members/nominees/server/reads.ts'
import * as photos from '#features/members/photos/server/actions.ts'
import * as photoReads from '#features/members/photos/server/reads.ts'
import * as records from '#features/members/records/server/reads.ts'
import * as register from '#features/members/register/server/actions.ts'
import * as memberFiles from '#features/members/register/server/export-members.ts'
import * as registerReads from '#features/members/register/server/reads.ts'
import * as reports from '#features/members/reports/server/reads.ts'
import * as requests from '#features/members/requests/server/actions.ts'
import * as requestReads from '#features/members/requests/server/reads.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { routesOf } from '#platform/http/routes-of.ts'

registerApprovals(leavingApprovals)
registerReversing(reversingLeaving)
registerReversing(reversingOfMerged)

/** Everything that is answered about members. */
export const membersRoutes = routesOf(
  registering,
  members,
  memberReads,
  memberChanges,
  bankDetails,
  bankDetailsReads,
  dataProtection,
  dataProtectionReads,
  myData,
  requests,
  requestReads,
  applications,
  applicationReads,
  nominees,
  nomineeReads,
  leaving,
  standing,
  settlementSheet,
  merging,
  register,
  registerReads,
  memberFiles,
  documents,
  documentReads,
  photos,
  photoReads,
  history,
  records,
  reports,
)
