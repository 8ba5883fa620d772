const begin = "The demonstration keeps everything in this browser and can't do this."

const files = 'Files are read by the server of the real product; record or register by hand here.'
const views = 'Views are kept and files are written by the server of the real product.'
const slips = 'No member of the sample needs a code; the sample logins stand on the first page.'
const banking = 'Bank details are kept by the server of the real product; the sample pays no one.'
const documents = 'Documents are kept on the server of the real product; the sample society is verified already.'
const papers = 'Agreements and papers of a loan are made and kept by the server of the real product.'
const reversals = 'A reversal is made at once here.'
const twoOfficers = 'The sample society works with one officer here; changes are made at once.'
const messages = 'No message leaves this browser; the sample logins stand on the first page.'
const payrolls = 'Lists go to employers and come back as files, which the server of the real product reads.'
const loans = 'Its running loans show a schedule and can be settled; paying out and single repayments are in the real product.'
const goods = 'The sample society lends money only; goods are listed, supplied and handed over in the real product.'
const phones = 'Guarantors answer on their own phones in the real product; here each has agreed.'
const servers = 'There is no server behind it.'
const books = 'The books of the sample society are drawn from its records; the real ones are kept, locked and proved by the server.'
const banks = 'Bank statements are read and matched by the server of the real product.'
const oldBooks = 'Balances from old books are read from a workbook, signed and posted by the server of the real product.'
const interest = 'Interest is worked out from the books of the real product, day by day, and posted there.'
const deposits = 'Deposits are opened, paid out and broken in the books of the real product.'
const statementPapers = 'Statements, receipts and the links that confirm them are made by the server of the real product.'
const ownData = 'What is stored about a member stands in this browser alone; Start over, at the bottom of the page, erases it.'
const memberPapers = 'Photos and papers of members are checked, kept and read by the server of the real product.'
const histories = 'What stood at each month’s end, and who did what, is kept in the books and the audit trail of the real product.'
const joining = 'People apply on a page of the real product, which any phone can open; nobody can reach this browser.'
const leavings = 'A member leaves with one settlement in the books of the real product, which sets his loans off and pays the rest.'
const nominees = 'The sample members have their nominees already; the real product keeps any number of them.'
const reviews = 'The sheet of an application is drawn from the books of the real product.'
const bankDetails = 'Where members pay to is kept in the real product; no money moves here.'
const provisions = 'A provision is posted to the books of the real product.'
const expenses = 'Expenses and other income are recorded in the books of the real product.'
const requests = 'Members ask from their own phones in the real product; here an officer changes the record himself.'
const thirdParties = 'No third party can be asked from here; the password and the last name open every account.'

const codes = 'Codes of an authenticator app and passkeys are checked by the server of the real product; the sample logins have a password alone.'

/**
 * The endpoints that make no sense without a server, each with what helps instead. Whatever stands neither here nor among
 * the answers is refused all the same, and a test asks for its line.
 */
export const refusedHere: Record<string, string> = {
  'POST /cooperatives/suspended-books': servers,
  'GET /api/health/ready': servers,
  'GET /platform/health': servers,
  'GET /auth/oidc/start': thirdParties,
  'GET /auth/oidc/callback': thirdParties,
  'POST /auth/oidc/session': thirdParties,
  'POST /auth/identities': thirdParties,
  'POST /auth/second-factor/session': codes,
  'POST /auth/second-factor/authenticator': codes,
  'POST /auth/second-factor/authenticator/confirm': codes,
  'DELETE /auth/second-factor/authenticator': codes,
  'POST /auth/second-factor/session/challenge': codes,
  'POST /auth/second-factor/passkeys/challenge': codes,
  'POST /auth/second-factor/passkeys': codes,
  'DELETE /auth/second-factor/passkeys/:passkeyId': codes,
  'POST /auth/step-up/challenge': codes,
  'POST /auth/step-up': codes,
  'DELETE /auth/identities/:identityId': thirdParties,
  'DELETE /auth/sessions/:sessionId': 'Each login has one session, the one of this browser; log out to end it.',
  'POST /auth/forgot-password': messages,
  'POST /auth/reset-password': messages,
  'POST /change-requests/:changeRequestId/approve': twoOfficers,
  'POST /change-requests/:changeRequestId/reject': twoOfficers,
  'POST /financial/reversals/:reversalId/approve': reversals,
  'POST /financial/reversals/:reversalId/reject': reversals,
  'POST /cooperatives/cac-document': documents,
  'GET /cooperatives/cac-document/:documentId': documents,
  'GET /financial/loans/:loanId/agreement': papers,
  'GET /financial/loans/:loanId/review': reviews,
  'POST /financial/loans/:loanId/documents': papers,
  'GET /financial/loans/:loanId/documents/:documentId': papers,
  'DELETE /financial/loans/:loanId/documents/:documentId': papers,
  'PUT /cooperatives/members/:id/nominees': nominees,
  'PUT /cooperatives/members/:id/contributions-due-from': 'The sample members owe contributions from the month in which they joined; the real product brings older arrears forward as one sum.',
  'GET /cooperatives/members/:memberId/leaving': leavings,
  'POST /cooperatives/members/:memberId/leaving': leavings,
  'POST /cooperatives/leavings/:leavingId/waive-notice': leavings,
  'POST /cooperatives/leavings/:leavingId/cancel': leavings,
  'POST /cooperatives/leavings/:leavingId/settle': leavings,
  'POST /cooperatives/leavings/:leavingId/approve': leavings,
  'POST /cooperatives/leavings/:leavingId/reject': leavings,
  'POST /cooperatives/leavings/:leavingId/reverse': leavings,
  'GET /cooperatives/leavings/:leavingId/sheet': leavings,
  'POST /cooperatives/leavings/:leavingId/payees/:number/pay': leavings,
  'POST /cooperatives/leavings/:leavingId/payees/:number/reverse': leavings,
  'GET /financial/reports/proof': books,
  'GET /cooperatives/audit-events': histories,
  'GET /cooperatives/audit-events/csv': histories,
  'GET /financial/reconciliation': banks,
  'GET /financial/reconciliation/:accountId': banks,
  'POST /financial/reconciliation/:accountId/statements': banks,
  'POST /financial/reconciliation/:accountId/columns/read': banks,
  'PUT /financial/reconciliation/:accountId/columns': banks,
  'GET /financial/reconciliation/:accountId/lines': banks,
  'GET /financial/reconciliation/:accountId/paper': banks,
  'GET /financial/reconciliation/:accountId/entries': banks,
  'POST /financial/reconciliation/:accountId/proposals': banks,
  'POST /financial/reconciliation/:accountId/matches': banks,
  'POST /financial/reconciliation/:accountId/confirm': banks,
  'POST /financial/reconciliation/:accountId/matches/:matchId/undo': banks,
  'GET /financial/opening-balances': oldBooks,
  'GET /financial/opening-balances/workbook': oldBooks,
  'POST /financial/opening-balances/:asOf/workbook': oldBooks,
  'POST /financial/opening-balances/:openingBalancesId/sign': oldBooks,
  'GET /member-portal/statement': statementPapers,
  'GET /financial/members/:memberId/statement': statementPapers,
  'GET /financial/transactions/:transactionId/receipt': statementPapers,
  'POST /member-portal/statement-links': statementPapers,
  'GET /member-portal/statement-links': statementPapers,
  'DELETE /member-portal/statement-links/:linkId': statementPapers,
  'POST /financial/members/:memberId/statement-links': statementPapers,
  'GET /financial/members/:memberId/statement-links': statementPapers,
  'DELETE /financial/members/:memberId/statement-links/:linkId': statementPapers,
  'GET /member-portal/my-data': ownData,
  'GET /member-portal/consents': ownData,
  'POST /member-portal/consents': ownData,
  'POST /member-portal/erasure-requests': ownData,
  'GET /member-portal/erasure-requests': ownData,
  'GET /members/erasure-requests': ownData,
  'POST /members/:id/erasure-requests': ownData,
  'POST /members/erasure-requests/:requestId/decide': ownData,
  'POST /financial/accounts': books,
  'PUT /financial/accounts/:accountId': books,
  'POST /financial/books/lock': books,
  'POST /financial/books/reopen': books,
  'POST /financial/books/close-year': books,
  'POST /financial/books/reverse-closing': books,
  'GET /financial/loan-accruals/preview': interest,
  'POST /financial/loan-accruals': interest,
  'GET /financial/loan-accruals/:accrualId': interest,
  'GET /financial/interest/preview': interest,
  'POST /financial/interest/runs': interest,
  'GET /financial/interest/runs/:runId': interest,
  'POST /financial/fixed-deposits': deposits,
  'POST /financial/fixed-deposits/mature': deposits,
  'POST /financial/fixed-deposits/:depositId/break': deposits,
  'POST /members/views': views,
  'PUT /members/views/:viewId': views,
  'DELETE /members/views/:viewId': views,
  'POST /members/export': views,
  'POST /members/activation-slips': slips,
  'POST /members/activation-codes': slips,
  'GET /cooperatives/members/:memberId/bank-details': banking,
  'PUT /cooperatives/members/:memberId/bank-details': banking,
  'POST /cooperatives/members/:memberId/activation': slips,
  'DELETE /cooperatives/members/:memberId/sessions': 'Each login has one session, the one of this browser; log out to end it.',
  'POST /cooperatives/members/imports': files,
  'POST /financial/contributions/imports': files,
  'POST /financial/employers': payrolls,
  'GET /financial/employers/:employerId': payrolls,
  'PUT /financial/employers/:employerId': payrolls,
  'GET /financial/employers/:employerId/members': payrolls,
  'PUT /financial/employers/:employerId/members': payrolls,
  'POST /financial/employers/:employerId/members/file': payrolls,
  'PUT /financial/members/:memberId/employer': payrolls,
  'PUT /financial/deductions/settings': payrolls,
  'POST /financial/deductions/schedules': payrolls,
  'GET /financial/deductions/schedules/:scheduleId': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/rebuild': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/send': payrolls,
  'GET /financial/deductions/schedules/:scheduleId/lines': payrolls,
  'GET /financial/deductions/schedules/:scheduleId/variations': payrolls,
  'GET /financial/deductions/schedules/:scheduleId/file': payrolls,
  'GET /financial/deductions/returns/:returnId': payrolls,
  'GET /financial/deductions/returns/:returnId/lines': payrolls,
  'PUT /financial/deductions/returns/:returnId': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/returns': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/return-headings': payrolls,
  'PUT /financial/employers/:employerId/return-columns': payrolls,
  'POST /financial/deductions/returns/:returnId/reverse': payrolls,
  'GET /financial/deductions/schedules/:scheduleId/remittances': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/remittances': payrolls,
  'POST /financial/deductions/remittances/:remittanceId/reverse': payrolls,
  'POST /financial/deductions/returns/:returnId/post': payrolls,
  'POST /financial/loans/:loanId/guarantors': phones,
  'POST /financial/loans/:loanId/guarantors/:memberId/accept': phones,
  'POST /financial/loans/:loanId/guarantors/:memberId/decline': phones,
  'POST /financial/loans/:loanId/guarantors/:memberId/consent-link': phones,
  'GET /financial/loans/:loanId/guarantors/:memberId/form': papers,
  'POST /financial/loans/:loanId/guarantors/:memberId/paper': papers,
  'POST /financial/loans/:loanId/guarantors/:memberId/paper/confirm': papers,
  'POST /financial/loans/:loanId/guarantors/:memberId/paper/decline': papers,
  'POST /consents/open': phones,
  'POST /consents/code': phones,
  'POST /consents/accept': phones,
  'POST /consents/decline': phones,
  'POST /financial/loans/:loanId/disburse': loans,
  'POST /financial/loans/:loanId/repayments': loans,
  'GET /financial/loans/:loanId/recovery': loans,
  'POST /financial/loans/:loanId/recovery': loans,
  'POST /financial/loans/:loanId/penalties/waive': loans,
  'POST /financial/loans/:loanId/penalties/waivers/:waiverId/reverse': loans,
  'GET /financial/members/:memberId/documents': memberPapers,
  'POST /financial/members/:memberId/documents': memberPapers,
  'GET /financial/members/:memberId/documents/:documentId': memberPapers,
  'DELETE /financial/members/:memberId/documents/:documentId': memberPapers,
  'GET /financial/members/:memberId/photo': memberPapers,
  'POST /financial/members/:memberId/photo': memberPapers,
  'DELETE /financial/members/:memberId/photo': memberPapers,
  'GET /financial/members/:memberId/balances': histories,
  'GET /cooperatives/members/:memberId/events': histories,
  'GET /join-pages/:code': joining,
  'POST /join-pages/:code/applications': joining,
  'GET /cooperatives/join-page': joining,
  'PUT /cooperatives/join-page': joining,
  'GET /membership-applications': joining,
  'GET /membership-applications/:applicationId': joining,
  'POST /membership-applications/:applicationId/approve': joining,
  'POST /membership-applications/:applicationId/decline': joining,
  'POST /member-portal/requests': requests,
  'POST /member-portal/requests/:requestId/withdraw': requests,
  'POST /member-requests/:requestId/approve': requests,
  'POST /member-requests/:requestId/decline': requests,
  'POST /financial/transactions/:transactionId/proof': requests,
  'GET /financial/transactions/:transactionId/proof/:proofId': requests,
  'POST /financial/transactions/:transactionId/bill': expenses,
  'POST /financial/loans/provision': provisions,
  'GET /financial/transactions/:transactionId/voucher': expenses,
  'POST /financial/goods': goods,
  'PUT /financial/goods/:goodId': goods,
  'PUT /financial/bank-accounts/:accountId': bankDetails,
  'POST /financial/loans/:loanId/deliver': loans,
  'POST /financial/loans/:loanId/delivery/undo': loans,
  'POST /financial/loans/:loanId/reschedule/preview': loans,
  'POST /financial/loans/:loanId/reschedule': loans,
  'POST /financial/loans/:loanId/reschedulings/:reschedulingId/reverse': loans,
  'GET /financial/loans/:loanId/write-off': loans,
  'POST /financial/loans/:loanId/write-off': loans,
  'POST /financial/write-offs/:writeOffId/approve': loans,
  'POST /financial/write-offs/:writeOffId/reject': loans,
  'POST /financial/loans/:loanId/movements/:movementId/reverse': loans,
  'GET /imports/:importId': files,
  'GET /imports/:importId/rows': files,
  'PUT /imports/:importId': files,
  'POST /imports/:importId/post': files,
  'POST /imports/:importId/codes': files,
}

/** Why the demonstration doesn't answer this request, in one or two sentences. */
export function whyNotHere(method: string, path: string): string {
  const line = Object.entries(refusedHere).find(([call]) => {
    const [verb = '', pattern = ''] = call.split(' ')
    return verb === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  })
  return `${begin} ${line?.[1] ?? 'The real product does.'}`
}

/** Files of a report are written by the server. */
export const refusedFile = `${begin} Files are written by the server of the real product; print the page instead.`

export function refusedUpload(path: string): string {
  return whyNotHere('POST', path)
}
