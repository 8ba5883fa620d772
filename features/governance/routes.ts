import * as actions from '#features/governance/actions/server/actions.ts'
import * as actionReads from '#features/governance/actions/server/reads.ts'
import * as auditPack from '#features/governance/audit/server/get-audit-pack.ts'
import * as audit from '#features/governance/audit/server/reads.ts'
import * as elections from '#features/governance/elections/server/actions.ts'
import * as results from '#features/governance/elections/server/declare-result.ts'
import * as electionReads from '#features/governance/elections/server/reads.ts'
import * as electionRules from '#features/governance/elections/server/update-election-rules.ts'
import * as enquiries from '#features/governance/enquiries/server/actions.ts'
import * as enquiryReads from '#features/governance/enquiries/server/reads.ts'
import * as filings from '#features/governance/filings/server/actions.ts'
import * as filingReads from '#features/governance/filings/server/reads.ts'
import * as meetings from '#features/governance/meetings/server/actions.ts'
import * as minutes from '#features/governance/meetings/server/draft-minutes.ts'
import * as meetingReads from '#features/governance/meetings/server/reads.ts'
import * as meetingRules from '#features/governance/meetings/server/update-meeting-rules.ts'
import * as officers from '#features/governance/officers/server/actions.ts'
import * as officerReads from '#features/governance/officers/server/reads.ts'
import * as votes from '#features/governance/votes/server/actions.ts'
import * as voteReads from '#features/governance/votes/server/reads.ts'
import * as votingRules from '#features/governance/votes/server/update-voting-rules.ts'
import * as voteVerification from '#features/governance/votes/server/verify-vote.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** Everything that governance answers. */
export const governanceRoutes = routesOf(
  actions,
  actionReads,
  audit,
  auditPack,
  elections,
  results,
  electionReads,
  electionRules,
  enquiries,
  enquiryReads,
  filings,
  filingReads,
  meetings,
  meetingReads,
  meetingRules,
  minutes,
  officers,
  officerReads,
  votes,
  voteReads,
  votingRules,
  voteVerification,
)
