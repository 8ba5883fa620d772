import { listLoanStatuses as statusesContract } from '#features/loans/loans/loan-statuses.ts'
import { previewLoan as previewContract } from '#features/loans/loans/loan-preview.ts'
import { previewLoanProduct as previewProductContract } from '#features/loans/loans/loan-product-preview.ts'
import { getLoanEligibility as eligibilityContract } from '#features/loans/loans/loan-eligibility.ts'
import { applyForLoan as applyContract, topUpLoan as topUpContract } from '#features/loans/loans/loan-applications.ts'
import { getLoanReview as reviewContract } from '#features/loans/loans/loan-review.ts'
import * as decisions from '#features/loans/loans/loan-decisions.ts'
import * as contract from '#features/loans/loans/contract.ts'
import * as deliveries from '#features/loans/goods/deliveries.ts'
import * as writeOffs from '#features/loans/write-offs/contract.ts'
import * as standing from '#features/loans/guarantees/loan-guarantors.ts'
import * as money from '#features/loans/loans/loan-money.ts'
import * as recoveries from '#features/loans/loans/recoveries.ts'
import * as reschedulings from '#features/loans/loans/reschedulings.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindShortList, bindOpen, bindWaiting } from '#platform/http/bind.ts'
import { registerReversing } from '#features/savings/transactions/server/actions.ts'
import { registerApprovals } from '#features/access/approvals/server/queries.ts'
import { deliverGoods } from '#features/loans/goods/server/deliver-goods.ts'
import { undoDelivery } from '#features/loans/goods/server/undo-delivery.ts'
import { writeOffLoan } from '#features/loans/write-offs/server/write-off-loan.ts'
import { approveWriteOff } from '#features/loans/write-offs/server/approve-write-off.ts'
import { rejectWriteOff } from '#features/loans/write-offs/server/reject-write-off.ts'
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
import { getLoan } from '#features/loans/details/server/queries.ts'
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
