import * as contract from '#features/governance/votes/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindOpen, bindPrepared, bindWaiting } from '#platform/http/bind.ts'
import { cancelVote, describeCancelledVote } from './cancel-vote.ts'
import { castBallot } from './cast-ballot.ts'
import { castOpenBallot } from './cast-open-ballot.ts'
import { closeVote } from './close-vote.ts'
import { confirmVote } from './confirm-vote.ts'
import { listBallots } from './list-ballots.ts'
import { openVote, prepareVote } from './open-vote.ts'
import { getVote, getVotingRules, listVoteRoll, listVotes } from './queries.ts'
import { signBallot } from './sign-ballot.ts'
import { describeVotingRules, updateVotingRules } from './update-voting-rules.ts'
import { verifyVote } from './verify-vote.ts'

export const voteRoutes = [
  bind(contract.getVotingRules, getVotingRules),
  bindWaiting(askForChange(contract.updateVotingRules, describeVotingRules, updateVotingRules)),
  bind(contract.listVotes, listVotes),
  bindPrepared(contract.openVote, prepareVote, openVote),
  bind(contract.getVote, getVote),
  bind(contract.listVoteRoll, listVoteRoll),
  bind(contract.castOpenBallot, castOpenBallot),
  bind(contract.signBallot, signBallot),
  bindOpen(contract.castBallot, castBallot),
  bind(contract.closeVote, closeVote),
  bindWaiting(askForChange(contract.cancelVote, describeCancelledVote, cancelVote)),
  bind(contract.confirmVote, confirmVote),
  bindOpen(contract.listBallots, listBallots),
  bindOpen(contract.verifyVote, verifyVote),
]
