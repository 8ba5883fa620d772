import { previewLoan as previewContract } from '#contract/loan-preview.ts'
import { getLoanEligibility as eligibilityContract } from '#contract/loan-eligibility.ts'
import * as contract from '#contract/loans.ts'
import * as recoveries from '#contract/recoveries.ts'
import { bind, bindOpen } from '#server/http/bind.ts'
import { applyForLoan } from './apply-for-loan.ts'
import { approveLoan } from './approve-loan.ts'
import { askGuarantor } from './ask-guarantor.ts'
import { disburseLoan } from './disburse-loan.ts'
import { markLoanPaid } from './mark-loan-paid.ts'
import { previewLoan } from './preview-loan.ts'
import { findGuarantor, getLoan, getLoanEligibility, getLoanPortfolio, getSettlementQuote, listLoans, listLoanStatuses, listMemberLoans } from './queries.ts'
import { previewRecovery } from './preview-recovery.ts'
import { recoverLoan } from './recover-loan.ts'
import { rejectLoan } from './reject-loan.ts'
import { repayLoan } from './repay-loan.ts'
import { reverseLoanMovement } from './reverse-loan-movement.ts'
import { withdrawLoan } from './withdraw-loan.ts'

export const loanRoutes = [
  bind(contract.listLoanStatuses, listLoanStatuses),
  bind(contract.listLoans, listLoans),
  bind(contract.listMemberLoans, listMemberLoans),
  bind(contract.applyForLoan, applyForLoan),
  bindOpen(previewContract, previewLoan),
  bind(contract.getLoanPortfolio, getLoanPortfolio),
  bind(contract.getLoan, getLoan),
  bind(contract.approveLoan, approveLoan),
  bind(contract.rejectLoan, rejectLoan),
  bind(contract.withdrawLoan, withdrawLoan),
  bind(contract.askGuarantor, askGuarantor),
  bind(contract.disburseLoan, disburseLoan),
  bind(contract.repayLoan, repayLoan),
  bind(contract.getSettlementQuote, getSettlementQuote),
  bind(contract.markLoanPaid, markLoanPaid),
  bind(recoveries.previewRecovery, previewRecovery),
  bind(recoveries.recoverLoan, recoverLoan),
  bind(contract.reverseLoanMovement, reverseLoanMovement),
  bind(eligibilityContract, getLoanEligibility),
  bind(contract.findGuarantor, findGuarantor),
]
