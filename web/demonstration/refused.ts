const begin = "The demonstration keeps everything in this browser and can't do this."

const files = 'Files are read by the server of the real product; record or register by hand here.'
const documents = 'Documents are kept on the server of the real product; the sample society is verified already.'
const reversals = 'A reversal is made at once here.'
const messages = 'No message leaves this browser; the sample logins stand on the first page.'
const payrolls = 'Lists go to employers and come back as files, which the server of the real product reads.'
const loans = 'Its running loans show a schedule and can be settled; paying out and single repayments are in the real product.'
const phones = 'Guarantors answer on their own phones in the real product; here each has agreed.'
const servers = 'There is no server behind it.'
const books = 'The books of the sample society are drawn from its records; the real ones are kept, locked and proved by the server.'
const banks = 'Bank statements are read and matched by the server of the real product.'
const oldBooks = 'Balances from old books are read from a workbook, signed and posted by the server of the real product.'
const interest = 'Interest is worked out from the books of the real product, day by day, and posted there.'
const deposits = 'Deposits are opened, paid out and broken in the books of the real product.'
const thirdParties = 'No third party can be asked from here; the password and the last name open every account.'

/**
 * The endpoints that make no sense without a server, each with what helps instead. Whatever stands neither here nor among
 * the answers is refused all the same, and a test asks for its line.
 */
export const refusedHere: Record<string, string> = {
  'GET /api/health/ready': servers,
  'GET /platform/health': servers,
  'GET /auth/oidc/start': thirdParties,
  'GET /auth/oidc/callback': thirdParties,
  'POST /auth/oidc/session': thirdParties,
  'POST /auth/identities': thirdParties,
  'DELETE /auth/identities/:identityId': thirdParties,
  'DELETE /auth/sessions/:sessionId': 'Each login has one session, the one of this browser; log out to end it.',
  'POST /auth/forgot-password': messages,
  'POST /auth/reset-password': messages,
  'POST /financial/reversals/:reversalId/approve': reversals,
  'POST /financial/reversals/:reversalId/reject': reversals,
  'POST /cooperatives/cac-document': documents,
  'GET /cooperatives/cac-document/:documentId': documents,
  'GET /financial/reports/proof': books,
  'GET /financial/reconciliation': banks,
  'GET /financial/reconciliation/:accountId': banks,
  'POST /financial/reconciliation/:accountId/statements': banks,
  'GET /financial/reconciliation/:accountId/lines': banks,
  'GET /financial/reconciliation/:accountId/entries': banks,
  'POST /financial/reconciliation/:accountId/proposals': banks,
  'POST /financial/reconciliation/:accountId/matches': banks,
  'POST /financial/reconciliation/:accountId/confirm': banks,
  'POST /financial/reconciliation/:accountId/matches/:matchId/undo': banks,
  'GET /financial/opening-balances': oldBooks,
  'GET /financial/opening-balances/workbook': oldBooks,
  'POST /financial/opening-balances/:asOf/workbook': oldBooks,
  'POST /financial/opening-balances/:openingBalancesId/sign': oldBooks,
  'POST /financial/accounts': books,
  'PUT /financial/accounts/:accountId': books,
  'POST /financial/books/lock': books,
  'POST /financial/books/reopen': books,
  'POST /financial/books/close-year': books,
  'POST /financial/books/reverse-closing': books,
  'GET /financial/interest/preview': interest,
  'POST /financial/interest/runs': interest,
  'GET /financial/interest/runs/:runId': interest,
  'POST /financial/fixed-deposits': deposits,
  'POST /financial/fixed-deposits/mature': deposits,
  'POST /financial/fixed-deposits/:depositId/break': deposits,
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
  'POST /financial/deductions/returns/:returnId/reverse': payrolls,
  'GET /financial/deductions/schedules/:scheduleId/remittances': payrolls,
  'POST /financial/deductions/schedules/:scheduleId/remittances': payrolls,
  'POST /financial/deductions/remittances/:remittanceId/reverse': payrolls,
  'POST /financial/deductions/returns/:returnId/post': payrolls,
  'POST /financial/loans/:loanId/guarantors': phones,
  'POST /financial/loans/:loanId/guarantors/:memberId/accept': phones,
  'POST /financial/loans/:loanId/guarantors/:memberId/decline': phones,
  'POST /financial/loans/:loanId/disburse': loans,
  'POST /financial/loans/:loanId/repayments': loans,
  'GET /financial/loans/:loanId/recovery': loans,
  'POST /financial/loans/:loanId/recovery': loans,
  'POST /financial/loans/:loanId/movements/:movementId/reverse': loans,
  'GET /imports/:importId': files,
  'GET /imports/:importId/rows': files,
  'PUT /imports/:importId': files,
  'POST /imports/:importId/post': files,
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
