import * as contract from '#features/governance/elections/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindPrepared, bindWaiting } from '#platform/http/bind.ts'
import { answerNomination } from './answer-nomination.ts'
import { cancelElection, describeCancelledElection } from './cancel-election.ts'
import { cancelHandOver, describeCancelling } from './cancel-hand-over.ts'
import { declareResult, describeResult, refuseCandidate } from './declare-result.ts'
import { nominateCandidate } from './nominate-candidate.ts'
import { openBallot, prepareBallot } from './open-ballot.ts'
import { openElection } from './open-election.ts'
import { getElection, getElectionRules, listElections } from './queries.ts'
import { retryHandOver } from './retry-hand-over.ts'
import { secondCandidate } from './second-candidate.ts'
import { describeElectionRules, updateElectionRules } from './update-election-rules.ts'
import { withdrawCandidacy } from './withdraw-candidacy.ts'

export const electionRoutes = [
  bind(contract.getElectionRules, getElectionRules),
  bindWaiting(askForChange(contract.updateElectionRules, describeElectionRules, updateElectionRules)),
  bind(contract.listElections, listElections),
  bind(contract.openElection, openElection),
  bind(contract.getElection, getElection),
  bindWaiting(askForChange(contract.cancelElection, describeCancelledElection, cancelElection)),
  bind(contract.nominateCandidate, nominateCandidate),
  bind(contract.answerNomination, answerNomination),
  bind(contract.withdrawCandidacy, withdrawCandidacy),
  bind(contract.secondCandidate, secondCandidate),
  bindPrepared(contract.openBallot, prepareBallot, openBallot),
  bindWaiting(askForChange(contract.declareResult, describeResult, declareResult, refuseCandidate)),
  bindWaiting(askForChange(contract.cancelHandOver, describeCancelling, cancelHandOver)),
  bind(contract.retryHandOver, retryHandOver),
]
