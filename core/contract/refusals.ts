import { dayAheadProblem } from '#core/past-day.ts'
import { fill } from '#core/fill.ts'
import type { Refusal, RefusalCode, RefusalDetail, RefusalKind } from '#core/refusal.ts'

type Sentence = string | ((detail: RefusalDetail) => string)

/** The status and the sentence of every refusal. A new code does not compile until it has both. */
export const refusals: Record<RefusalCode, { status: number; message: Sentence }> = {
  not_signed_in: { status: 401, message: 'Not authenticated' },
  session_expired: { status: 401, message: 'Your session has expired. Please login again.' },
  not_permitted: { status: 403, message: 'Your role does not allow this.' },
  cooperative_pending: {
    status: 403,
    message: 'This cooperative is still being verified. This opens when verification is complete.',
  },
  cooperative_suspended: { status: 403, message: 'This cooperative is suspended. Contact support to reopen it.' },
  cooperative_rejected: { status: 403, message: 'This cooperative was not approved. Contact support to appeal.' },
  not_found: { status: 404, message: 'Not found' },
  support_reads_only: {
    status: 403,
    message: 'Support access reads only. Ask an officer of the cooperative to do this.',
  },
  key_incomplete: {
    status: 401,
    message: 'This is not a complete API key. Copy all of it, or make another in Settings, Integrations.',
  },
  key_ended: {
    status: 401,
    message: 'This API key does not exist, was revoked or has expired. Make another in Settings, Integrations.',
  },
  key_out_of_scope: {
    status: 403,
    message: ({ scope }) =>
      typeof scope === 'string'
        ? `This API key was not made for this. Make one with the scope ${scope}.`
        : 'No API key may do this. Do it in the app.',
  },
  idempotency_key_missing: {
    status: 400,
    message:
      'Send an Idempotency-Key of your own, such as the number of the payment in your books, so that a second try records nothing twice.',
  },
  too_many_by_key: {
    status: 429,
    message: ({ retryAfterSeconds }) =>
      `This API key has made 600 requests in a minute. Try again in ${retryAfterSeconds} seconds.`,
  },
  test_notifications_many: {
    status: 429,
    message: ({ minutes }) =>
      `This login had six test notifications in an hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
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
  codes_paused: {
    status: 429,
    message: ({ minutes }) =>
      `Too many wrong codes were tried. The code still works: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or from another network.`,
  },
  sign_in_expired: { status: 422, message: 'This sign-in was used or took too long. Please start it again.' },
  second_factor_missing: {
    status: 403,
    message: 'Set up two-step verification first. The super administrator of this server needs it.',
  },
  own_password_missing: {
    status: 403,
    message: 'Choose your own password first. The one that the server printed is for the first login only.',
  },
  first_password_ended: {
    status: 403,
    message:
      'This first password has ended. Restart the server: it prints a new one, or takes the one that you set as SUPERADMIN_PASSWORD.',
  },
  step_up_required: {
    status: 428,
    message:
      'Confirm that it’s you with your password, a passkey or a code from your authenticator app, then try again.',
  },
  login_not_proved: { status: 428, message: 'First confirm your login with a code that we send to your phone.' },
  password_too_short: { status: 422, message: ({ length }) => `Password must be at least ${length} characters` },
  password_blank: { status: 422, message: 'Password must contain more than spaces' },
  password_common: {
    status: 422,
    message: 'Password is one of the most common ones. Choose one that others would not guess.',
  },
  password_personal: {
    status: 422,
    message: ({ what }) => `Password must not contain ${what}. Choose one that others would not guess.`,
  },
  password_published: {
    status: 403,
    message:
      'This password is published with the sample cooperative, so it opens nothing at this address. Set a new password with Forgot password.',
  },
  member_phone_taken: {
    status: 409,
    message: ({ phone, holder, former, merged }) =>
      merged !== undefined
        ? `${phone} belongs to the closed record of ${holder}, which was merged into ${merged}. If it is the same person, use ${merged}; to give it this phone, remove the phone from the closed record first.`
        : former === undefined
          ? `${phone} already belongs to ${holder ?? 'a member of this cooperative'}. If they share one phone, say so.`
          : `${phone} belongs to ${holder}, who left on ${former}. If it is the same person, readmit them on their page. If they share one phone, say so.`,
  },
  member_leaving: {
    status: 409,
    message: ({ name }) => `${name} has given notice of leaving. Cancel the exit first, or settle it.`,
  },
  merge_not_clear: {
    status: 409,
    message: ({ first, count }) =>
      `${first} Or keep this record and merge the other one into it.${Number(count) > 1 ? ` ${Number(count) - 1} more after that.` : ''}`,
  },
  membership_ended: {
    status: 403,
    message: ({ cooperative }) =>
      `Your membership of ${cooperative} has ended, so it cannot be opened here any more. Ask the cooperative for your papers.`,
  },
  audit_end_wrong: { status: 422, message: ({ months }) => `Choose a last day from today to ${months} months ahead.` },
  nominees_not_whole: {
    status: 422,
    message: ({ given, left, way }) =>
      `The shares come to ${given} %. ${way === 'missing' ? `Give the ${left} % that ${left === '1' ? 'is' : 'are'} missing` : `Take ${left} % away`}, so that they come to exactly 100 %.`,
  },
  leaving_not_clear: {
    status: 409,
    message: ({ count, first }) => `${count} ${count === 1 ? 'thing is' : 'things are'} still to be done. ${first}`,
  },
  import_not_registered: {
    status: 409,
    message: 'Register the members of this file first. Codes are sent to members.',
  },
  import_employers_unknown: {
    status: 409,
    message: ({ count, names }) =>
      `${count === 1 ? '1 employer is' : `${count} employers are`} not known: ${names}. Say that they are created, correct their names, or leave the column out.`,
  },
  employers_by_treasurer: {
    status: 403,
    message:
      'Only an admin or a treasurer adds employers. Ask one of them to add these first, or leave the column out.',
  },
  former_number_taken: { status: 409, message: ({ number }) => `Another member has the former number ${number}.` },
  bank_details_incomplete: { status: 422, message: 'Give both the bank and the account number, or neither.' },
  codes_sent_already: {
    status: 409,
    message: 'Codes were made for the members of this file. Choose members in the register to send new ones.',
  },
  member_not_active: {
    status: 409,
    // A member hears it of themselves, and an officer of the member whom they named.
    message: ({ name }) =>
      name === undefined
        ? 'Your membership is not active. Ask an officer of your cooperative to reactivate it.'
        : `${name} is not an active member. Reactivate the member first.`,
  },
  member_left: {
    status: 409,
    message: ({ name }) => `${name} has left. If they are a member again, readmit them on their page first.`,
  },
  member_deceased: {
    status: 409,
    message: ({ name }) =>
      `${name} has died, so nothing is recorded for them. Record money that came in for them as other income on the unallocated receipts, and allocate it to them under Held money: it is then owed to their heirs.`,
  },
  member_merged: {
    status: 409,
    message: ({ name, number }) => `This record of ${name} was merged into ${number}. Use that one.`,
  },
  member_unknown: { status: 404, message: 'No member of this cooperative has this number.' },
  account_type_not_found: { status: 422, message: 'Choose one of the account types that your cooperative offers.' },
  dated_in_future: { status: 422, message: dayAheadProblem },
  dated_before_joining: {
    status: 422,
    message: ({ name, joined }) => `${name} joined on ${joined}. Choose that date or a later one.`,
  },
  dated_before_books: {
    status: 422,
    message: ({ begin }) => `The books begin on ${begin}. Choose that date or a later one.`,
  },
  period_closed: {
    status: 409,
    message: ({ through }) => `The books are closed up to ${through}. Choose a later date.`,
  },
  below_floor: {
    status: 409,
    message: ({ free }) =>
      free === undefined
        ? 'There is not enough money on the account.'
        : `Only ${free} is free on this account. Enter that or less.`,
  },
  file_has_sheets: {
    status: 422,
    message: ({ sheets }) => `This workbook has rows on several sheets: ${sheets}. Choose the one that is meant.`,
  },
  file_of_other_kind: { status: 422, message: ({ sentence }) => String(sentence) },
  file_several_accounts: {
    status: 422,
    message: 'This file has the statements of several accounts. Download the statement of one account and choose it.',
  },
  statement_balance_later: {
    status: 422,
    message: ({ through, balanceOn }) =>
      `The lines of this file end on ${through}, but its balance is of ${balanceOn}. Download the statement up to ${balanceOn}, or this period as CSV or Excel.`,
  },
  file_sheet: { status: 422, message: ({ sheet }) => String(sheet) },
  sheet_unknown: {
    status: 422,
    message: ({ sheet }) => `This workbook has no sheet called ${sheet} with rows on it. Choose one of its sheets.`,
  },
  sheet_missing: {
    status: 422,
    message: ({ sheet }) =>
      `This file has no sheet called ${sheet} with rows under its heading. Download the workbook and fill that in.`,
  },
  statement_headings_repeated: { status: 422, message: 'Choose each column once.' },
  statement_headings_no_amount: {
    status: 422,
    message: 'Choose the columns of money in and money out, or the one signed amount.',
  },
  statement_known: { status: 409, message: 'Every line of this statement is here already. Nothing was added.' },
  match_taken: {
    status: 409,
    message: 'One of these is matched already, or is not on this account. Look at the lists again.',
  },
  bank_line_matched: {
    status: 409,
    message: 'This line is matched already. To enter it again, undo it under Matched first.',
  },
  match_unequal: {
    status: 422,
    message: ({ lines, entries }) =>
      `The lines come to ${lines} and the entries to ${entries}. Choose both so that they agree.`,
  },
  bank_line_unequal: {
    status: 422,
    message: ({ line }) =>
      `The bank’s line says ${line}. Enter that amount, or record this on the transactions page and match it by hand.`,
  },
  reconciliation_without_statement: {
    status: 409,
    message: 'Import a statement of this account first; then its reconciliation can be printed.',
  },
  money_account_unknown: { status: 422, message: 'Choose one of the cash and bank accounts of your chart.' },
  journal_line_one_side: {
    status: 422,
    message: ({ line }) => `Line ${line}: enter an amount under debit or under credit.`,
  },
  journal_both_sides: {
    status: 422,
    message: ({ line }) => `Line ${line}: this account is already on the other side. Enter one sum on one side.`,
  },
  journal_unbalanced: {
    status: 422,
    message: ({ debit, credit, missing, short }) =>
      `Debits are ${debit}, credits ${credit}. Enter ${short} more ${missing}, so that both agree.`,
  },
  payouts_on_their_way: {
    status: 409,
    message: ({ count }) =>
      `${count === 1 ? 'A payment is' : `${count} payments are`} on the way with the key that is used. Wait for ${count === 1 ? 'its result' : 'their results'}, because another key could not ask for ${count === 1 ? 'it' : 'them'}.`,
  },
  for_officers_only: { status: 403, message: 'An officer records this. Ask yours.' },
  maker_is_not_checker: { status: 409, message: 'You recorded this yourself, so another officer has to approve it.' },
  approved_already: { status: 409, message: 'You have approved this already. It waits for another officer.' },
  reversal_asked: {
    status: 409,
    message: ({ by }) => `${by} has already asked for this reversal. It waits for approval.`,
  },
  interest_is_for_savings: {
    status: 422,
    message:
      'Only savings earn interest by the period. Shares earn a dividend, and a fixed deposit says its interest itself.',
  },
  top_up_too_small: {
    status: 422,
    message: ({ principal, paid, settlement }) =>
      `Settling the old loan takes ${settlement}, and ${paid === principal ? `the new loan is ${principal}` : `${paid} of the new loan is paid out, after its interest`}. Ask for more, or leave the old loan out.`,
  },
  below_on_day: {
    status: 409,
    message: ({ account, day, free }) =>
      `On ${day} only ${free} is free on the account (${account}). Enter that or less, or choose a later date.`,
  },
  cash_below_zero: {
    status: 409,
    message: ({ account, day, free }) =>
      `${account} has only ${free} on ${day}. Enter that or less, pay through another account, or record first how the rest came into it.`,
  },
  bank_below_zero: {
    status: 409,
    message: ({ account, day, short }) =>
      `${account} would be overdrawn by ${short} on ${day}. Give the reason, or pay through another account.`,
  },
  bank_beyond_limit: {
    status: 409,
    message: ({ account, day, free, limit }) =>
      `${account} can pay only ${free} on ${day}: its overdraft limit is ${limit}. Enter that or less, pay through another account, or change the limit.`,
  },
  reversal_below_floor: {
    status: 409,
    message: ({ name, free, missing }) =>
      `Of this money ${name} has only ${free} left on the account. First record the missing ${missing} there as a payment of theirs: through cash or bank if they pay it; if not, through an account “Returned cheques” that you add to the chart as one that holds money, on which it stays as what they owe. Then reverse this.`,
  },
  member_missing: { status: 422, message: 'Choose the member.' },
  own_transaction: { status: 409, message: 'You can’t record or decide on your own money. Ask another officer.' },
  account_type_retired: {
    status: 409,
    message: ({ name }) => `${name} is retired and takes no more money. Bring it back in Configuration first.`,
  },
  chart_full: {
    status: 409,
    message: 'The chart of accounts has no number left for another account type of this kind.',
  },
  loan_too_early: {
    status: 422,
    message: ({ name, joined, months, from }) =>
      `${name} joined on ${joined}. Loans begin after ${months} ${months === 1 ? 'month' : 'months'}, on ${from}.`,
  },
  guarantors_too_few: {
    status: 422,
    message: ({ required, given }) =>
      `This loan needs ${required} ${required === 1 ? 'guarantor' : 'guarantors'}, and ${given === 0 ? 'none is' : `${given} ${given === 1 ? 'is' : 'are'}`} named.`,
  },
  guarantors_not_agreed: {
    status: 409,
    message: ({ required, accepted }) =>
      `This loan needs ${required} guarantors who have accepted, and ${accepted === 0 ? 'none has' : `${accepted} ${accepted === 1 ? 'has' : 'have'}`}. Wait for their answers, or replace who declined.`,
  },
  consent_codes_many: {
    status: 429,
    message:
      'Too many codes were sent to this phone in the last 24 hours. Try again tomorrow, or ask your society for the paper form.',
  },
  borrower_in_arrears: {
    status: 422,
    message: ({ name, owed, days }) =>
      `${name} has ${owed} overdue on a loan${days === 0 ? '' : `, some of it for more than ${days} days`}. It has to be paid before another loan is given.`,
  },
  loans_too_many: {
    status: 422,
    message: ({ loan, has, max }) =>
      `${loan} loans are given to members with at most ${max} ${max === 1 ? 'loan' : 'loans'} at once, and ${has} ${has === 1 ? 'is' : 'are'} asked for or running already.`,
  },
  same_loans_too_many: {
    status: 422,
    message: ({ loan, has, max }) =>
      `A member has at most ${max} ${loan} ${max === 1 ? 'loan' : 'loans'} at once, and ${has} ${has === 1 ? 'is' : 'are'} asked for or running already.`,
  },
  loan_decided: {
    status: 409,
    message: ({ status, by }) =>
      `This application has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.`,
  },
  chart_account_missing: {
    status: 409,
    message: ({ code }) =>
      `Account ${code} is missing from the chart of accounts, or retired. Add it or bring it back first.`,
  },
  loan_paper_removed: { status: 409, message: 'This paper has already been removed.' },
  consent_version_wrong: { status: 422, message: 'This text has changed. Reload the page and read the newest.' },
  loan_paid_out_alone: { status: 409, message: 'You approved this loan. Another officer pays it out.' },
  own_loan: { status: 409, message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.' },
  loan_grace_too_long: {
    status: 422,
    message: ({ max }) =>
      max === 0
        ? 'A loan of one instalment has no grace. Enter 0.'
        : `The last instalment has to repay principal. Enter at most ${max}.`,
  },
  file_rows_too_many: {
    status: 422,
    message: ({ rows, max, format }) =>
      `This report has ${rows} rows, and a ${format} file takes ${max}. Choose a shorter period${format === 'CSV' ? '' : ', or CSV'}.`,
  },
  lock_not_later: {
    status: 409,
    message: ({ through }) => `The books are already locked through ${through}. Choose a later date.`,
  },
  lock_not_earlier: {
    status: 409,
    message: ({ through }) =>
      through
        ? `The books are locked through ${through}. Choose an earlier date.`
        : 'The books are open; there is nothing to reopen.',
  },
  reopened_by_locker: { status: 409, message: 'You locked these books, so another officer reopens them.' },
  year_unknown: {
    status: 422,
    message: ({ end }) => `No fiscal year of these books ends on that day. The last one that is over ended on ${end}.`,
  },
  year_not_closed: { status: 409, message: 'This year is not closed.' },
  provision_days_wrong: {
    status: 422,
    message: ({ least }) =>
      least === 0 ? 'The first class is of loans that are on time: enter 0.' : `Enter ${least} days or more.`,
  },
  already_posted: { status: 409, message: 'This has already been posted.' },
  already_reversed: { status: 409, message: 'This has already been reversed.' },
  import_not_ready: { status: 409, message: 'Match the columns of this file first.' },
  import_has_problems: {
    status: 409,
    message: ({ rows }) => `${rows} ${rows === 1 ? 'row has' : 'rows have'} problems. Correct or skip them first.`,
  },
  import_has_doubles: {
    status: 409,
    message: ({ rows }) =>
      rows === 1
        ? '1 row is a possible duplicate. Skip it, or say that it is another person.'
        : `${rows} rows are possible duplicates. Skip them, or say that they are other people.`,
  },
  import_running: { status: 409, message: 'This import is already being posted.' },
  import_mapping_wrong: { status: 422, message: 'Match each field with one column at most.' },
  import_nothing_to_correct: { status: 409, message: 'No row of this file has anything to correct.' },
  import_nothing_to_post: { status: 409, message: 'Every row of this file is skipped, so there is nothing to post.' },
  import_row_refused: { status: 409, message: ({ row, sentence }) => `Row ${row}: ${sentence}` },
  file_unreadable: {
    status: 422,
    message: 'This file could not be read. Save it as an Excel workbook (.xlsx) or as CSV and choose it again.',
  },
  file_is_qif: {
    status: 422,
    message:
      'This is a QIF file, which has no balances, so it can’t be checked for missing lines. Download the account statement from the bank as Excel, CSV, OFX or MT940: those have the balance.',
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
  file_name_wrong: {
    status: 415,
    message: ({ extension, kind }) =>
      `The name of this file ends in ${extension}, but it is a ${kind} file. Rename it, or choose another file.`,
  },
  picture_kind_refused: { status: 415, message: 'Choose a JPEG, PNG or WebP picture.' },
  file_active_content: {
    status: 422,
    message: 'This file carries scripts, attachments or a password. Print it to a plain PDF and choose that.',
  },
  document_unreadable: {
    status: 422,
    message: 'This file could not be opened. Scan the paper again and choose the new file.',
  },
  nobody_to_notify: { status: 409, message: 'There is no active member to tell. Add members first.' },
  message_not_failed: {
    status: 409,
    message: ({ state }) =>
      state === 'waiting'
        ? 'This message is still waiting to be sent. Wait until it has failed.'
        : 'This message was sent and has not failed. Write a new one instead.',
  },
  message_is_code: {
    status: 409,
    message: 'A message with a code is not sent again. Send a new code instead: the earlier one then stops working.',
  },
  message_text_gone: {
    status: 409,
    message: ({ days }) => `The text of a message is stored for ${days} days. This one is older: write a new message.`,
  },
  message_sent_again_often: {
    status: 409,
    message: ({ max }) =>
      `This message was sent again ${max} times. Check the number or address of the recipient, then write a new message.`,
  },
  sms_limit_reached: {
    status: 409,
    message: ({ wanted, left, max }) =>
      `This takes ${wanted} SMS, and of the ${max} for this month ${left} are left. Send it without SMS or to fewer members, or raise the limit in Settings.`,
  },
  meeting_not_yet: {
    status: 409,
    message: ({ date }) => `This meeting is on ${date}. Record it on that day or later.`,
  },
  meeting_cancelled: { status: 409, message: 'This meeting was cancelled. Plan a new one instead.' },
  attendance_codes_many: {
    status: 429,
    message: ({ minutes }) =>
      `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an officer to mark you present.`,
  },
  enquiries_many: {
    status: 429,
    message: ({ minutes }) =>
      `You have sent your officers 20 messages in an hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  ballot_blinding_wrong: { status: 422, message: 'The ballot can’t be signed. Reload the page and vote again.' },
  no_file: { status: 422, message: 'Choose a file.' },
  key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Make a new one for each action.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  too_many_streams: {
    status: 429,
    message:
      'Too many windows of this login follow changes live. Close one of them, or reload the page to see changes.',
  },
  too_many_streams_of_society: {
    status: 429,
    message: 'Too many windows of your society follow changes live. Reload the page to see changes.',
  },
  too_many_codes: {
    status: 429,
    message: ({ minutes }) =>
      `Too many codes were requested from your network. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  too_many_failed_logins: {
    status: 429,
    message: ({ minutes }) =>
      `Too many failed logins from your network. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  too_many_registrations: {
    status: 429,
    message:
      'Too many cooperatives were registered from your network or with this phone. Try again later, or write to us on the contact page.',
  },
  too_many_applications: {
    status: 429,
    message:
      'Too many applications came from your network within an hour. Try again later, or ask the society’s secretary.',
  },
  outcome_unknown: {
    status: 503,
    message: 'The connection broke while this was being saved. Look whether it is there before you try again.',
  },
  overloaded: { status: 503, message: 'The service is busy. Please try again in a moment.' },
}

export function refusalMessage(code: RefusalCode | RefusalKind, detail: RefusalDetail): string {
  if (typeof code !== 'string') return fill<string>(code.sentence, detail)
  const { message } = refusals[code]
  return typeof message === 'string' ? message : message(detail)
}

export function sentenceOf({ code, detail }: Refusal): string {
  return refusalMessage(code, detail)
}
