import { listLoanStatuses as statusesContract } from '#contract/lending/loan-statuses.ts'
import { previewLoan as previewContract } from '#contract/lending/loan-preview.ts'
import { previewLoanProduct as previewProductContract } from '#contract/lending/loan-product-preview.ts'
import { getLoanEligibility as eligibilityContract } from '#contract/lending/loan-eligibility.ts'
import { applyForLoan as applyContract, topUpLoan as topUpContract } from '#contract/lending/loan-applications.ts'
import { getLoanReview as reviewContract } from '#contract/lending/loan-review.ts'
import * as decisions from '#contract/lending/loan-decisions.ts'
import * as contract from '#contract/lending/loans.ts'
import * as deliveries from '#contract/lending/deliveries.ts'
import * as writeOffs from '#contract/lending/write-offs.ts'
import * as standing from '#contract/lending/loan-guarantors.ts'
import * as money from '#contract/lending/loan-money.ts'
import * as recoveries from '#contract/lending/recoveries.ts'
import * as reschedulings from '#contract/lending/reschedulings.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindShortList, bindOpen, bindWaiting } from '#server/http/bind.ts'
import { registerReversing } from '#server/features/money/transactions/reverse-transaction.ts'
import { registerApprovals } from '#server/features/access/approvals/queries.ts'
import { deliverGoods } from '#server/features/lending/goods/deliver-goods.ts'
import { undoDelivery } from '#server/features/lending/goods/undo-delivery.ts'
import { writeOffLoan } from '#server/features/lending/write-offs/write-off-loan.ts'
import { approveWriteOff } from '#server/features/lending/write-offs/approve-write-off.ts'
import { rejectWriteOff } from '#server/features/lending/write-offs/reject-write-off.ts'
import { applyForLoan } from './apply-for-loan.ts'
import { topUpLoan } from './top-up-loan.ts'
import { approveLoan } from './approve-loan.ts'
import { askGuarantor } from './ask-guarantor.ts'
import { cancelLoan } from './cancel-loan.ts'
import { disburseLoan } from './disburse-loan.ts'
import { getLoanEligibility } from './get-loan-eligibility.ts'
import { getLoanReview } from './get-loan-review.ts'
import { markLoanPaid } from './mark-loan-paid.ts'
import { previewLoan } from './preview-loan.ts'
import { previewLoanProduct } from './preview-loan-product.ts'
import { getLoan } from '#server/features/lending/loan-details/queries.ts'
import {
  findGuarantor,
  getSettlementQuote,
  listLoans,
  listLoanStatuses,
  listMemberLoans,
  loanApprovals,
} from './queries.ts'
import { previewRecovery } from './preview-recovery.ts'
import { describeRecovery, recoverLoan } from './recover-loan.ts'
import { rejectLoan } from './reject-loan.ts'
import { describeRescheduling, previewRescheduling, rescheduleLoan } from './reschedule-loan.ts'
import { describeReversedTerms, reverseRescheduling } from './reverse-rescheduling.ts'
import { repayLoan } from './repay-loan.ts'
import { describeReversedMovement, reverseLoanMovement } from './reverse-loan-movement.ts'
import { withdrawLoan } from './withdraw-loan.ts'
import { reversingRepayments } from './undo-deducted-repayments.ts'
import { answerWithLoan } from './answer-with-loan.ts'

registerApprovals(loanApprovals)
registerReversing(reversingRepayments)

export const loanRoutes = [
  bindShortList(statusesContract, listLoanStatuses, ['status', 'label']),
  bind(contract.listLoans, listLoans),
  bind(contract.listMemberLoans, listMemberLoans),
  bind(applyContract, applyForLoan),
  bind(topUpContract, topUpLoan),
  bindOpen(previewContract, previewLoan),
  bind(contract.getLoan, getLoan),
  bind(reviewContract, getLoanReview),
  bind(decisions.approveLoan, approveLoan),
  bind(decisions.rejectLoan, rejectLoan),
  bind(standing.withdrawLoan, withdrawLoan),
  bind(standing.cancelLoan, cancelLoan),
  bind(standing.askGuarantor, askGuarantor),
  bind(money.disburseLoan, disburseLoan),
  bind(money.repayLoan, repayLoan),
  bind(money.getSettlementQuote, getSettlementQuote),
  bind(money.markLoanPaid, markLoanPaid),
  bind(recoveries.previewRecovery, previewRecovery),
  bindWaiting(askForChange(recoveries.recoverLoan, describeRecovery, recoverLoan)),
  bind(reschedulings.previewRescheduling, previewRescheduling),
  bindWaiting(askForChange(reschedulings.rescheduleLoan, describeRescheduling, rescheduleLoan)),
  bindWaiting(askForChange(reschedulings.reverseRescheduling, describeReversedTerms, reverseRescheduling)),
  bindWaiting(askForChange(money.reverseLoanMovement, describeReversedMovement, reverseLoanMovement)),
  bind(deliveries.deliverGoods, answerWithLoan(deliverGoods)),
  bind(deliveries.undoDelivery, answerWithLoan(undoDelivery)),
  bind(writeOffs.writeOffLoan, answerWithLoan(writeOffLoan)),
  bind(writeOffs.approveWriteOff, answerWithLoan(approveWriteOff)),
  bind(writeOffs.rejectWriteOff, answerWithLoan(rejectWriteOff)),
  bind(eligibilityContract, getLoanEligibility),
  bind(previewProductContract, previewLoanProduct),
  bind(standing.findGuarantor, findGuarantor),
]
