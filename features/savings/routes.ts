import { registerApprovals } from '#features/access/approvals/server/reads.ts'
import * as contributionReport from '#features/savings/contribution-report/server/reads.ts'
import { postContribution } from '#features/savings/contributions/contract.ts'
import { postContributions } from '#features/savings/contributions/server/actions.ts'
import * as contributions from '#features/savings/contributions/server/actions.ts'
import * as contributionReads from '#features/savings/contributions/server/reads.ts'
import * as fixedDeposits from '#features/savings/fixed-deposits/server/actions.ts'
import { refuseEndedRenewal } from '#features/savings/fixed-deposits/server/reads.ts'
import * as fixedDepositReads from '#features/savings/fixed-deposits/server/reads.ts'
import { postWaitingInterest } from '#features/savings/interest/server/actions.ts'
import * as interest from '#features/savings/interest/server/actions.ts'
import * as interestLines from '#features/savings/interest/server/preview-interest.ts'
import { refuseLaterRun } from '#features/savings/interest/server/reads.ts'
import * as interestReads from '#features/savings/interest/server/reads.ts'
import * as pledges from '#features/savings/pledges/server/actions.ts'
import * as pledgeReads from '#features/savings/pledges/server/reads.ts'
import * as proofs from '#features/savings/proofs/server/actions.ts'
import * as proofReads from '#features/savings/proofs/server/reads.ts'
import * as statementLinks from '#features/savings/statements/server/actions.ts'
import * as receipts from '#features/savings/statements/server/get-receipt.ts'
import * as statements from '#features/savings/statements/server/get-member-statement.ts'
import * as statementReads from '#features/savings/statements/server/reads.ts'
import { registerReversing, registerWaiting } from '#features/savings/transactions/server/actions.ts'
import * as transactions from '#features/savings/transactions/server/actions.ts'
import { reversalApprovals, transactionApprovals } from '#features/savings/transactions/server/reads.ts'
import * as transactionReads from '#features/savings/transactions/server/reads.ts'
import * as movements from '#features/savings/transactions/server/record-movement.ts'
import { bindBatch } from '#platform/http/bind.ts'
import { routesOf } from '#platform/http/routes-of.ts'

registerApprovals(transactionApprovals)
registerApprovals(reversalApprovals)
registerWaiting('interest', postWaitingInterest)
registerReversing({ refuse: refuseEndedRenewal })
registerReversing({ refuse: refuseLaterRun })

/** Everything that savings answer. */
export const savingsRoutes = [
  ...routesOf(
    proofs,
    proofReads,
    contributions,
    contributionReads,
    movements,
    transactions,
    transactionReads,
    statements,
    receipts,
    statementLinks,
    statementReads,
    pledges,
    pledgeReads,
    interest,
    interestLines,
    interestReads,
    fixedDeposits,
    fixedDepositReads,
    contributionReport,
  ),
  // Those of one cooperative that arrive together are posted together.
  bindBatch(postContribution, postContributions),
]
