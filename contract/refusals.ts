import type { RefusalCode, RefusalDetail } from '#domain/refusal.ts'

type Sentence = string | ((detail: RefusalDetail) => string)

/** The status and the sentence of every refusal. A new code does not compile until it has both. */
export const refusals: Record<RefusalCode, { status: number; message: Sentence }> = {
  not_signed_in: { status: 401, message: 'Not authenticated' },
  session_expired: { status: 401, message: 'Your session has expired. Please login again.' },
  not_permitted: { status: 403, message: 'Your role does not allow this.' },
  cooperative_pending: { status: 403, message: 'This cooperative is still being verified. This opens when verification is complete.' },
  cooperative_suspended: { status: 403, message: 'This cooperative is suspended. Contact support to reopen it.' },
  cooperative_rejected: { status: 403, message: 'This cooperative was not approved. Contact support to appeal.' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  invalid_credentials: {
    status: 401,
    message: 'The phone number or password you entered is incorrect. Please check your credentials and try again.',
  },
  account_locked: {
    status: 423,
    message: ({ minutes }) =>
      `This account is temporarily locked after multiple failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or reset the password.`,
  },
  cooperative_not_found: {
    status: 404,
    message: 'No cooperative found with this ID. Please check your cooperative identifier or contact support.',
  },
  reset_code_wrong: { status: 422, message: 'This code is wrong, used or expired. Ask for a new one.' },
  current_password_wrong: { status: 422, message: 'This is not your current password.' },
  sign_in_unavailable: { status: 404, message: 'No other way to sign in is set up here. Log in with your password.' },
  sign_in_expired: { status: 422, message: 'This sign-in was used or took too long. Please start it again.' },
  identity_taken: { status: 409, message: 'This sign-in already opens another login. Unlink it there first.' },
  password_exists: {
    status: 409,
    message: 'This phone already has an Ajose password. Enter that password to join this cooperative, or use Forgot password.',
  },
  password_too_short: { status: 422, message: ({ length }) => `Password must be at least ${length} characters` },
  phone_registered: { status: 409, message: 'A cooperative with this phone number exists.' },
  member_phone_taken: {
    status: 409,
    message: ({ phone }) => `${phone} already belongs to a member of this cooperative.`,
  },
  member_has_money: {
    status: 409,
    message: ({ balance }) => `This member still has ${balance} on the account. Pay it out or transfer it first.`,
  },
  member_has_requests: {
    status: 409,
    message: ({ count }) => `This member has ${count} ${count === 1 ? 'request that waits' : 'requests that wait'} for a decision. Approve or reject ${count === 1 ? 'it' : 'them'} first.`,
  },
  cooperative_has_books: {
    status: 409,
    message: 'This cooperative has entries in its books, which are kept. Suspend it instead.',
  },
  reason_wanted: { status: 422, message: 'Give the reason' },
  plan_unchanged: { status: 409, message: 'This is the plan already. Change the plan or the end of the trial.' },
  trial_not_begun: { status: 409, message: 'The trial begins when the cooperative is approved. Approve it first.' },
  trial_end_wrong: { status: 422, message: 'Choose a day from today to a year ahead.' },
  status_unchanged: { status: 409, message: ({ status }) => `This cooperative is already ${status}.` },
  member_not_active: { status: 409, message: ({ name }) => `${name} is not an active member. Reactivate the member first.` },
  member_unknown: { status: 404, message: 'No member of this cooperative has this number.' },
  account_type_not_found: { status: 422, message: 'Choose one of the account types that your cooperative offers.' },
  dated_in_future: { status: 422, message: 'Choose today or an earlier date.' },
  dated_before_joining: {
    status: 422,
    message: ({ name, joined }) => `${name} joined on ${joined}. Choose that date or a later one.`,
  },
  dated_before_books: { status: 422, message: ({ begin }) => `The books begin on ${begin}. Choose that date or a later one.` },
  period_closed: { status: 409, message: ({ through }) => `The books are closed up to ${through}. Choose a later date.` },
  below_floor: {
    status: 409,
    message: ({ free }) => (free === undefined ? 'There is not enough money on the account.' : `Only ${free} is free on this account. Enter that or less.`),
  },
  reversal_below_floor: {
    status: 409,
    message: ({ name, free }) => `Of this money ${name} has only ${free} left on the account, so it can no longer be taken back.`,
  },
  member_missing: { status: 422, message: 'Choose the member.' },
  transaction_decided: { status: 409, message: ({ status, by }) => `This has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.` },
  transaction_not_posted: { status: 409, message: ({ status }) => `Only what is in the books can be reversed, and this is ${status}.` },
  transaction_in_voucher: {
    status: 409,
    message: ({ lines, number }) => `This is one of ${lines} payments on voucher No. ${number}, which can only be reversed as a whole. Reverse the voucher.`,
  },
  own_transaction: { status: 409, message: 'Nobody decides about his own money. Ask another officer.' },
  account_type_retired: { status: 409, message: ({ name }) => `${name} is retired and takes no more money. Bring it back in Configuration first.` },
  account_type_exists: { status: 409, message: ({ name }) => `There is already an account type called ${name}. Choose another name.` },
  loan_configuration_exists: { status: 409, message: ({ name }) => `There is already a loan configuration called ${name}. Choose another name.` },
  default_is_needed: { status: 409, message: ({ name }) => `${name} is the default. Make another one the default first.` },
  retired_is_no_default: { status: 409, message: ({ name }) => `${name} is retired. Bring it back before you make it the default.` },
  chart_full: { status: 409, message: 'The chart of accounts has no number left for another account type of this kind.' },
  loan_configuration_not_offered: { status: 422, message: 'Choose one of the loans that your cooperative offers.' },
  loan_too_many_instalments: { status: 422, message: ({ loan, max }) => `${loan} loans run for at most ${max} instalments.` },
  loan_above_limit: {
    status: 422,
    message: ({ loan, max, why }) => `At most ${max} can be borrowed on the ${loan} loan now: ${why}.`,
  },
  loan_too_early: {
    status: 422,
    message: ({ name, joined, months, from }) => `${name} joined on ${joined}. Loans begin after ${months} ${months === 1 ? 'month' : 'months'}, on ${from}.`,
  },
  guarantors_too_few: {
    status: 422,
    message: ({ required, given }) => `This loan needs ${required} ${required === 1 ? 'guarantor' : 'guarantors'}, and ${given === 0 ? 'none is' : `${given} ${given === 1 ? 'is' : 'are'}`} named.`,
  },
  guarantor_is_borrower: { status: 422, message: 'Nobody can stand as guarantor of his own loan.' },
  guarantor_not_active: { status: 422, message: ({ name }) => `${name} is not an active member and cannot stand as guarantor.` },
  guarantor_unknown: { status: 422, message: 'Choose the guarantors among the members of your cooperative.' },
  loan_decided: { status: 409, message: ({ status, by }) => `This application has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.` },
  loan_not_active: { status: 409, message: 'This loan has not been paid out, so there is nothing to mark as paid.' },
  own_loan: { status: 409, message: 'Nobody decides about his own loan. Ask another officer.' },
  loan_grace_too_long: {
    status: 422,
    message: ({ max }) => (max === 0 ? 'A loan of one instalment has no grace. Enter 0.' : `The last instalment has to repay principal. Enter at most ${max}.`),
  },
  loan_interest_free_too_long: {
    status: 422,
    message: ({ max }) => `Where nothing is due, no principal is due either. Enter at most ${max}, or give more instalments of principal grace.`,
  },
  loan_ends_too_late: { status: 422, message: 'This loan would run beyond the year 2199. Enter fewer instalments or an earlier start.' },
  loan_last_instalment_uneven: {
    status: 422,
    message: ({ regular, last }) => `Rounding would leave a last instalment of ${last} where the others are ${regular}. Round to a smaller multiple, or take fewer instalments.`,
  },
  loan_instalment_below_interest: { status: 422, message: ({ regular }) => `The interest of some months is more than the level instalment of ${regular}, so the loan would not shrink. Take fewer instalments or a lower rate.` },
  loan_interest_above_principal: { status: 422, message: ({ interest }) => `Interest of ${interest} taken off at the start would leave nothing to pay out. Enter a lower rate or fewer instalments.` },
  first_due_too_early: { status: 422, message: ({ start }) => `The loan starts on ${start}. Choose a later date for the first instalment.` },
  movement_before_loan: { status: 422, message: ({ start }) => `The loan starts on ${start}. Choose that date or a later one.` },
  disbursed_above_principal: { status: 422, message: ({ principal, disbursed }) => `The loan is ${principal}, but ${disbursed} would be paid out. Pay out ${principal} or less.` },
  disbursed_after_end: { status: 422, message: ({ end }) => `The last instalment is due on ${end}. Pay out before that date.` },
  repaid_above_owed: {
    status: 422,
    message: ({ owed }) => `Only ${owed} of this repayment is owed by then. Enter that or less, or leave the repayment out if it is nothing.`,
  },
  already_posted: { status: 409, message: 'This has already been posted.' },
  already_reversed: { status: 409, message: 'This has already been reversed.' },
  import_not_ready: { status: 409, message: 'Match the columns of this file first.' },
  import_has_problems: {
    status: 409,
    message: ({ rows }) => `${rows} ${rows === 1 ? 'row has' : 'rows have'} problems. Correct or skip them first.`,
  },
  import_running: { status: 409, message: 'This import is already being posted.' },
  import_mapping_wrong: { status: 422, message: 'Match each field with one column at most.' },
  import_nothing_to_post: { status: 409, message: 'Every row of this file is skipped, so there is nothing to post.' },
  import_row_refused: { status: 409, message: ({ row, sentence }) => `Row ${row}: ${sentence}` },
  file_unreadable: {
    status: 422,
    message: 'This file could not be read. Save it as an Excel workbook (.xlsx) or as CSV and choose it again.',
  },
  file_too_large: { status: 413, message: ({ megabytes }) => `Choose a file of at most ${megabytes} MB.` },
  file_empty: { status: 422, message: 'This file has no rows under its heading.' },
  file_too_many_columns: {
    status: 422,
    message: ({ columns }) => `This file has more than ${columns} columns. Keep only the columns that you need.`,
  },
  file_too_many_rows: {
    status: 422,
    message: ({ rows }) => `This file has more than ${rows} rows. Split it and import the parts one after the other.`,
  },
  file_is_bomb: {
    status: 422,
    message: 'This workbook unpacks to far more than it should hold. Save the sheet that you need as a new workbook.',
  },
  file_kind_refused: { status: 415, message: 'Choose a PDF, JPEG or PNG file.' },
  picture_kind_refused: { status: 415, message: 'Choose a JPEG, PNG or WebP picture.' },
  file_active_content: {
    status: 422,
    message: 'This file carries scripts, attachments or a password. Print it to a plain PDF and choose that.',
  },
  document_unreadable: { status: 422, message: 'This file could not be opened. Scan the paper again and choose the new file.' },
  nobody_to_notify: { status: 409, message: 'There is no active member to tell. Add members first.' },
  recipients_wanted: { status: 422, message: 'A committee meeting concerns few members. Choose who gets its notice.' },
  meeting_in_past: { status: 422, message: 'Choose today or a later date for a meeting that is still to come.' },
  meeting_over: { status: 409, message: ({ date }) => `This meeting was on ${date}. A notice comes before the meeting.` },
  meeting_not_yet: { status: 409, message: ({ date }) => `This meeting is on ${date}. Record it on that day or later.` },
  meeting_not_planned: { status: 409, message: ({ status }) => `This meeting is ${status}, so it can no longer be changed.` },
  meeting_cancelled: { status: 409, message: 'This meeting was cancelled. Plan a new one instead.' },
  minutes_adopted: {
    status: 409,
    message: ({ date }) => `These minutes were adopted on ${date} and stay as they are. Record a correction in the minutes of the next meeting.`,
  },
  minutes_missing: { status: 409, message: 'Write the minutes before they are adopted.' },
  no_file: { status: 422, message: 'Choose a file.' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request. Make a new one for each action.' },
  request_in_progress: { status: 409, message: 'The same request is still being worked on. Try again in a moment.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  too_many_codes: { status: 429, message: 'Too many codes were asked for. Try again in an hour.' },
  too_many_contact_messages: {
    status: 429,
    message: 'Too many messages came from your network within an hour. Try again later, or call or email us instead.',
  },
  outcome_unknown: {
    status: 503,
    message: 'The connection broke while this was being saved. Look whether it is there before you try again.',
  },
  overloaded: { status: 503, message: 'The service is busy. Please try again in a moment.' },
}

export function refusalMessage(code: RefusalCode, detail: RefusalDetail): string {
  const { message } = refusals[code]
  return typeof message === 'string' ? message : message(detail)
}
