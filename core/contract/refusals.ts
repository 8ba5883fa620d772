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
  reset_code_wrong: { status: 422, message: 'This code is wrong, used or expired. Ask for a new one.' },
  codes_paused: {
    status: 429,
    message: ({ minutes }) =>
      `Too many wrong codes were tried. The code still works: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or from another network.`,
  },
  current_password_wrong: { status: 422, message: 'This is not your current password.' },
  sign_in_unavailable: { status: 404, message: 'No other way to sign in is set up here. Log in with your password.' },
  sign_in_expired: { status: 422, message: 'This sign-in was used or took too long. Please start it again.' },
  identity_taken: { status: 409, message: 'This sign-in already opens another login. Unlink it there first.' },
  second_step_expired: { status: 422, message: 'This login took too long. Please log in again.' },
  second_factor_code_missing: {
    status: 422,
    message: 'Enter a new code from your authenticator app, or a recovery code.',
  },
  second_factor_code_wrong: {
    status: 422,
    message: 'This code is wrong or was used before. Enter the newest code from your app, or a recovery code.',
  },
  second_factor_exists: {
    status: 409,
    message: 'Two-step verification is on already. Turn it off first to use another app.',
  },
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
  password_unchanged: { status: 422, message: 'This is your current password. Choose another one.' },
  authenticator_not_started: { status: 409, message: 'Scan a new QR code first.' },
  passkey_not_accepted: { status: 422, message: 'This passkey was not accepted. Try again, or use a code.' },
  passkey_expired: { status: 422, message: 'This took too long or was answered already. Please try again.' },
  passkey_exists: {
    status: 409,
    message: 'This passkey opens a login already. Use another device or password manager.',
  },
  too_many_passkeys: { status: 409, message: ({ count }) => `You have ${count} passkeys already. Remove one first.` },
  step_up_required: {
    status: 428,
    message:
      'Confirm that it’s you with your password, a passkey or a code from your authenticator app, then try again.',
  },
  login_not_proved: { status: 428, message: 'First confirm your login with a code that we send to your phone.' },
  login_code_wrong: { status: 422, message: 'This code is wrong or has expired. Check it, or send a new one.' },
  login_has_no_phone: {
    status: 409,
    message:
      'Your record has no phone for a code. Visit your cooperative: an officer confirms you in person, and another one approves it.',
  },
  login_codes_spent: {
    status: 429,
    message: ({ max }) => `You asked for ${max} codes within an hour. Use the newest one, or try again later.`,
  },
  password_exists: {
    status: 409,
    message:
      'This phone already has an Ajose password. Enter that password to join this cooperative, or use Forgot password.',
  },
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
  name_of_officer: {
    status: 409,
    message: ({ name }) => `${name} is another officer of this cooperative. Enter your own name.`,
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
  phone_of_several: { status: 409, message: 'Several members share this phone. Enter the membership number instead.' },
  member_has_money: {
    status: 409,
    message: ({ balance }) => `This member still has ${balance} on the account. Pay it out or transfer it first.`,
  },
  member_has_loan: {
    status: 409,
    message: 'This member has a loan that is approved or runs. Cancel it or settle it first.',
  },
  member_exit_open: {
    status: 409,
    message:
      'The exit of this member is not finished. Settle it and pay out what is owed, or cancel it, on their exit page first.',
  },
  member_has_requests: {
    status: 409,
    message: ({ count }) =>
      `This member has ${count} ${count === 1 ? 'request that waits' : 'requests that wait'} for a decision. Approve or reject ${count === 1 ? 'it' : 'them'} first.`,
  },
  cooperative_has_books: {
    status: 409,
    message: 'This cooperative has entries in its books, which are kept. Suspend it instead.',
  },
  reason_wanted: { status: 422, message: 'Give the reason' },
  status_unchanged: { status: 409, message: ({ status }) => `This cooperative is already ${status}.` },
  member_leaving: {
    status: 409,
    message: ({ name }) => `${name} has given notice of leaving. Cancel the leaving first, or settle it.`,
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
  one_office_only: { status: 422, message: 'Choose one office. Who needs more than one is an admin.' },
  office_end_unused: {
    status: 422,
    message: 'Only an office has a last day. Leave it empty for a member or an admin.',
  },
  office_end_past: {
    status: 422,
    message: 'Choose today or a later day. To end the office now, make the member a member again.',
  },
  office_end_missing: { status: 422, message: 'Give the last day of the audit' },
  office_ended: {
    status: 403,
    message: ({ on }) => `Your office ended on ${on}, so the admin area is closed to you. Ask an admin to extend it.`,
  },
  audit_end_wrong: { status: 422, message: ({ months }) => `Choose a last day from today to ${months} months ahead.` },
  logged_out_by_officer: {
    status: 403,
    message: ({ cooperative }) =>
      `An officer of ${cooperative} has ended your sessions there. Log out and log in again to open it.`,
  },
  nominees_not_whole: {
    status: 422,
    message: ({ given, left, way }) =>
      `The shares come to ${given} %. ${way === 'missing' ? `Give the ${left} % that ${left === '1' ? 'is' : 'are'} missing` : `Take ${left} % away`}, so that they come to exactly 100 %.`,
  },
  leaving_not_clear: {
    status: 409,
    message: ({ count, first }) => `${count} ${count === 1 ? 'thing is' : 'things are'} still to be done. ${first}`,
  },
  own_leaving: { status: 403, message: "You can't start or settle your own exit. Ask another officer." },
  loan_movement_of_leaving: {
    status: 409,
    message:
      'This was settled when the member left. Reverse the settlement on the page of the leaving: all of it is undone together.',
  },
  guarantor_leaving: {
    status: 422,
    message: ({ name }) => `${name} has given notice of leaving and can't be a guarantor.`,
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
  reference_of_savings: {
    status: 422,
    message: 'A payment from or to savings has no teller number. Leave the reference empty, or choose cash or bank.',
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
  opening_loan_repaid: {
    status: 409,
    message: ({ loan, name }) =>
      `The ${loan} loan of ${name} has been repaid in part since. Reverse its repayments on its page first.`,
  },
  loan_movement_of_opening: {
    status: 409,
    message: 'This loan came from the old books. It goes with the opening balances, when they are reversed as one.',
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
    message: 'Read a statement of this account first; then its reconciliation can be printed.',
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
  penalty_without_interest: {
    status: 409,
    message:
      'A murabaha price is fixed, and a non-interest society earns nothing by a delay, so no penalty can be asked here. Leave the penalty out.',
  },
  maturity_without_interest: {
    status: 409,
    message:
      'A murabaha price is fixed, and a non-interest society earns nothing by a delay, so nothing can be charged after the last due date. Leave it out.',
  },
  schedule_repaid_at_end: {
    status: 409,
    message:
      'Principal that is repaid at the end has no time without principal and no larger last instalment. Set those to 0, or choose principal with each instalment.',
  },
  rebate_without_upfront: {
    status: 409,
    message:
      'Only interest that is taken off when the money is paid out can be given back. Choose that way of charging, or no rebate.',
  },
  schedule_upfront_at_end: {
    status: 409,
    message:
      'Interest that is taken off when the money is paid out leaves nothing to pay before the end. Choose principal with each instalment, or another way of charging.',
  },
  schedule_due_day_needs_months: {
    status: 409,
    message:
      'A day of the month needs instalments that are counted in months. Leave the day out, or choose such a rhythm.',
  },
  accrual_day_wrong: {
    status: 422,
    message: ({ newest }) =>
      newest
        ? `Choose the last day of a month that is over, in open books, after the newest accrual. The newest such day is ${newest}.`
        : 'There is no month end to post: interest is counted when it is paid, or the last month that is over is posted or waits for approval.',
  },
  accrual_changed: {
    status: 409,
    message: ({ receivable, inAdvance, payable }) =>
      `The loans or deposits have changed since you looked: ${receivable} on loans is earned and not paid now, ${inAdvance} paid and not earned, and deposits have earned ${payable}. Look at the list again.`,
  },
  accrual_unchanged: {
    status: 409,
    message: ({ on }) => `The books say already what was earned by ${on}, so there is nothing to post.`,
  },
  accrual_later: {
    status: 409,
    message: ({ on }) =>
      `The interest was accrued again for ${on} and rests on this. Reverse the newest accrual first, or reject it if it waits for approval.`,
  },
  loan_movement_of_top_up: {
    status: 409,
    message: ({ loan, on }) =>
      `This was settled with the ${loan} loan that was paid out on ${on}. Reverse that payment on the page of the ${loan} loan: both are undone together.`,
  },
  top_up_not_running: {
    status: 422,
    message: 'Choose running loans of the member who borrows. One of those named is not running.',
  },
  top_up_not_offered: {
    status: 409,
    message: ({ loan }) => `The ${loan} loan may not be settled by a new loan: its rules don't allow it. Leave it out.`,
  },
  top_up_taken: {
    status: 409,
    message: ({ loan, by }) =>
      `The ${loan} loan is to be settled by an application for a ${by} loan already. Withdraw or cancel that one first, or leave this loan out.`,
  },
  top_up_not_all_paid_out: {
    status: 409,
    message: ({ loan }) => `Part of the ${loan} loan is still to be paid out, so it can't be settled by a new one yet.`,
  },
  top_up_too_early: {
    status: 409,
    message: ({ loan, percent, repaid, lent, missing }) =>
      `The ${loan} loan may be settled by a new one once ${percent} % of it is repaid. ${repaid} of ${lent} is repaid now: ${missing} more is needed.`,
  },
  top_up_too_small: {
    status: 422,
    message: ({ principal, paid, settlement }) =>
      `Settling the old loan takes ${settlement}, and ${paid === principal ? `the new loan is ${principal}` : `${paid} of the new loan is paid out, after its interest`}. Ask for more, or leave the old loan out.`,
  },
  top_up_day_too_early: {
    status: 422,
    message: ({ loan, day }) =>
      `The last entry of the ${loan} loan that this one settles is of ${day}. Choose that day or a later one.`,
  },
  top_up_above_paid_out: {
    status: 409,
    message: ({ settlement, paid, on }) =>
      `Settling the old loan takes ${settlement} on ${on}, and ${paid} is paid out. Pay out ${settlement} or more, or have part of the old loan repaid first.`,
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
  change_waits: {
    status: 409,
    message: ({ list }) =>
      list === 'dashboard'
        ? 'This has been asked for already. It waits for another officer; you can take it back on your Dashboard.'
        : 'This has been asked for already. It waits under Financial Record, Approvals.',
  },
  change_decided: {
    status: 409,
    message: ({ status, by }) =>
      `This has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.`,
  },
  change_outdated: {
    status: 409,
    message: 'What this would change is no longer as it was when it was asked for. Reject it and ask again.',
  },
  change_asked_often: {
    status: 429,
    message: ({ name }) =>
      `In the last 24 hours you asked for five changes about ${name} that no officer approved. Wait for an approval, or ask again tomorrow.`,
  },
  own_change: { status: 409, message: 'You can’t approve a change of your own money. Ask another officer.' },
  own_transaction: { status: 409, message: 'You can’t record or decide on your own money. Ask another officer.' },
  account_type_retired: {
    status: 409,
    message: ({ name }) => `${name} is retired and takes no more money. Bring it back in Configuration first.`,
  },
  chart_full: {
    status: 409,
    message: 'The chart of accounts has no number left for another account type of this kind.',
  },
  loan_configuration_not_offered: { status: 422, message: 'Choose one of the loans that your cooperative offers.' },
  loan_too_many_instalments: {
    status: 422,
    message: ({ loan, max }) => `${loan} loans run for at most ${max} instalments.`,
  },
  loan_above_limit: {
    status: 422,
    message: ({ loan, max, why }) => `At most ${max} can be borrowed on the ${loan} loan now: ${why}.`,
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
  guarantor_is_borrower: { status: 422, message: "Members can't guarantee their own loan. Name somebody else." },
  guarantor_not_active: {
    status: 422,
    message: ({ name }) => `${name} is not an active member and can't be a guarantor.`,
  },
  guarantor_unknown: { status: 422, message: 'Choose the guarantors among the members of your cooperative.' },
  guarantor_named_already: {
    status: 409,
    message: ({ name }) => `${name} is asked for this loan already. Name somebody else.`,
  },
  guarantor_not_standing: {
    status: 409,
    message: 'That guarantor has been replaced already. Choose one who guarantees the loan or is asked now.',
  },
  guarantor_may_not_stand: {
    status: 409,
    message: 'Only an active member who has not given notice of leaving can be a guarantor.',
  },
  guarantor_indebted: {
    status: 409,
    message: ({ owes }) =>
      `You owe ${owes} on a loan of your own, and guarantors of this loan owe none. Decline, so that somebody else is asked.`,
  },
  guarantee_above_free: {
    status: 409,
    message: ({ needed, free }) =>
      `Standing for this loan ties up ${needed}, and only ${free} of your savings is free. Save more first, or decline.`,
  },
  guarantee_answered: {
    status: 409,
    message: ({ status }) => `This has been answered already: ${status}. Nothing was changed.`,
  },
  guarantee_not_wanted: { status: 409, message: 'This loan asks for no guarantor any more. Nothing was changed.' },
  guarantors_not_agreed: {
    status: 409,
    message: ({ required, accepted }) =>
      `This loan needs ${required} guarantors who have accepted, and ${accepted === 0 ? 'none has' : `${accepted} ${accepted === 1 ? 'has' : 'have'}`}. Wait for their answers, or replace who declined.`,
  },
  guarantors_cover_too_little: {
    status: 409,
    message: ({ cover, covered }) =>
      `The guarantors' savings must cover ${cover}, and those who accepted cover ${covered}. Wait for the others, or replace who declined.`,
  },
  consent_link_unknown: {
    status: 404,
    message: 'This link isn’t valid. Check that the whole address was copied, or ask your society for a new link.',
  },
  consent_link_used: {
    status: 410,
    message: ({ answer }) => `This link has been used: you ${answer}. Nothing was changed.`,
  },
  consent_link_replaced: { status: 410, message: 'A newer link was made for you. Open that one.' },
  consent_link_expired: { status: 410, message: 'This link has expired. Ask your society for a new one.' },
  consent_links_many: {
    status: 429,
    message: ({ max }) =>
      `${max} consent links were made for this guarantee in the last 24 hours. Make another one tomorrow, or use the signed paper form.`,
  },
  consent_code_wrong: {
    status: 422,
    message: ({ left }) => `This code is wrong. You can try ${left === 1 ? 'once' : `${left} times`} more.`,
  },
  consent_code_expired: { status: 422, message: 'This code no longer works. Ask for a new one.' },
  consent_code_recent: {
    status: 429,
    message: ({ seconds }) => `A code was sent a moment ago. Wait ${seconds} seconds before you ask for another one.`,
  },
  consent_codes_spent: {
    status: 429,
    message: 'No more codes can be made with this link. Ask your society for a new link.',
  },
  consent_codes_many: {
    status: 429,
    message:
      'Too many codes were sent to this phone in the last 24 hours. Try again tomorrow, or ask your society for the paper form.',
  },
  guarantor_without_phone: {
    status: 409,
    message:
      'The register has no phone number that is this guarantor’s alone. Add their own number, or use the signed paper form, which a second officer confirms.',
  },
  guarantor_above_free: {
    status: 409,
    message: ({ needed, free }) =>
      `This guarantee needs ${needed}, and only ${free} of the guarantor’s savings is available. Ask the guarantor to save more first, or name another guarantor.`,
  },
  guarantor_owes: {
    status: 409,
    message: ({ owes }) =>
      `The guarantor owes ${owes} on a loan of their own, and guarantors of this loan must owe none. Name another guarantor.`,
  },
  guarantee_paper_alone: {
    status: 409,
    message:
      'A second officer has to confirm a signed paper form. Give a second officer access first, or send a consent link to the guarantor’s own phone.',
  },
  guarantee_paper_own: {
    status: 409,
    message: 'You added this signed form yourself, so another officer has to confirm it.',
  },
  guarantee_paper_party: {
    status: 409,
    message: 'You are the borrower or the guarantor of this loan, so another officer has to confirm the signed form.',
  },
  guarantee_paper_missing: {
    status: 409,
    message: 'No signed form of this guarantor is waiting. Add a photo or PDF of it first.',
  },
  loan_paper_is_consent: { status: 409, message: 'This is the signed form of a guarantor, so it can’t be removed.' },
  borrower_in_arrears: {
    status: 422,
    message: ({ name, owed, days }) =>
      `${name} has ${owed} overdue on a loan${days === 0 ? '' : `, some of it for more than ${days} days`}. It has to be paid before another loan is given.`,
  },
  borrower_owes_written_off: {
    status: 422,
    message: ({ name, owed }) =>
      `A loan of ${name} was written off, and ${owed} of it is still owed. It has to be paid before another loan is given.`,
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
  own_cover_missing: {
    status: 422,
    message: ({ percent, needed, free }) =>
      `${percent} % of this loan, ${needed}, has to stay on the borrower's own free savings, and ${free} is free. Save more first, or ask for less.`,
  },
  salary_missing: {
    status: 422,
    message: ({ loan }) => `${loan} loans keep to a third of the salary. Enter the net salary of a month.`,
  },
  salary_third_passed: {
    status: 422,
    message: ({ sum, third, instalment }) =>
      `With ${instalment} for this loan, ${sum} would be deducted each month, and a third of the net salary is ${third}. Ask for less, or for more instalments.`,
  },
  loan_decided: {
    status: 409,
    message: ({ status, by }) =>
      `This application has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.`,
  },
  loan_not_decided: { status: 409, message: 'No one has decided about this application yet. Reject it instead.' },
  loan_paid_out: {
    status: 409,
    message: ({ disbursed }) =>
      `${disbursed} of this loan has been paid out, so it can't be taken back any more. It ends when it is repaid, or the payment is reversed.`,
  },
  loan_handed_over: {
    status: 409,
    message: ({ on }) =>
      `The goods of this loan were handed over on ${on}, so it can't be taken back any more. If that was recorded by mistake, undo the hand-over first, then the payment.`,
  },
  loan_not_active: {
    status: 409,
    message: 'This loan is not running: it is not paid out yet, or nothing is owed on it any more.',
  },
  chart_account_missing: {
    status: 409,
    message: ({ code }) =>
      `Account ${code} is missing from the chart of accounts, or retired. Add it or bring it back first.`,
  },
  loan_papers_closed: {
    status: 409,
    message: ({ status }) =>
      `This application is ${status}, so its papers stay as they are. Give an officer what you want to add.`,
  },
  documents_too_many: {
    status: 409,
    message: ({ max }) => `A cooperative stores at most ${max} documents. Contact support to have one replaced.`,
  },
  loan_papers_too_many: { status: 409, message: ({ max }) => `A loan holds at most ${max} papers. Remove one first.` },
  loan_paper_removed: { status: 409, message: 'This paper has already been removed.' },
  loan_paper_of_another: { status: 409, message: 'An officer added this paper. Ask the officers to remove it.' },
  consent_version_wrong: { status: 422, message: 'This text has changed. Reload the page and read the newest.' },
  loan_not_agreed: {
    status: 409,
    message: ({ status }) => `There is an agreement once a loan is approved, and this one is ${status}.`,
  },
  loan_paid_out_alone: { status: 409, message: 'You approved this loan. Another officer pays it out.' },
  loan_approved_by_payer: {
    status: 409,
    message: 'You are the only officer who pays out loans, so another officer approves this one.',
  },
  loan_not_approved: {
    status: 409,
    message: ({ status }) => `Only an approved loan is paid out, and this one is ${status}.`,
  },
  loan_all_disbursed: { status: 409, message: 'All of this loan has been paid out.' },
  loan_upfront_in_parts: {
    status: 422,
    message: ({ principal }) =>
      `Interest of this loan is taken off at the start, so it is paid out in one sum. Enter ${principal}.`,
  },
  loan_movement_is_rebate: {
    status: 409,
    message:
      'This rebate was given with the payment that settled the loan. Reverse that payment: both are undone together.',
  },
  loan_settled_with_rebate: {
    status: 409,
    message: ({ on }) => `This loan was settled on ${on} with a rebate of its interest. Reverse that settlement first.`,
  },
  loan_has_repayments: {
    status: 409,
    message: 'Money has come back on this loan. Reverse its repayments first, the latest first.',
  },
  loan_movement_reversed: {
    status: 409,
    message: ({ by }) => `This has already been reversed by ${by}. Nothing was changed.`,
  },
  loan_movement_deducted: {
    status: 409,
    message: 'This came with the return of an employer. Reverse that return as a whole on its page.',
  },
  deduction_loan_moved: {
    status: 409,
    message: ({ loan, name }) =>
      `The ${loan} loan of ${name} has moved since in a way that needs this repayment. Reverse what came later on that loan first.`,
  },
  paid_through_savings: { status: 422, message: 'Leave the account out: this moves on the savings of the member.' },
  loan_nothing_owed: { status: 409, message: 'Nothing is owed on this loan any more.' },
  loan_not_overdue: { status: 409, message: 'Nothing of this loan is overdue, so nothing is recovered from savings.' },
  nothing_to_recover: {
    status: 409,
    message:
      'Neither the borrower nor a guarantor has savings pledged for this loan. Record a repayment once money comes in.',
  },
  recovery_changed: {
    status: 409,
    message:
      'Meanwhile the loan or the savings pledged for it have changed. Look at what is recovered now, and confirm it.',
  },
  reschedule_fixed_price: {
    status: 409,
    message:
      'What this loan costs was fixed when it was paid out, so it is not given new terms. Settle it and give a new loan instead.',
  },
  reschedule_not_all_paid_out: {
    status: 409,
    message: ({ principal, disbursed }) =>
      `${disbursed} of ${principal} has been paid out. Pay out the rest before giving the loan new terms.`,
  },
  reschedule_too_early: {
    status: 422,
    message: ({ last }) =>
      `This loan last moved on ${last}. Choose that day or a later one, so that nothing that happened is worked out again.`,
  },
  reschedule_first_due_too_early: {
    status: 422,
    message: ({ on }) => `The new terms begin on ${on}. Choose a later day for the first instalment.`,
  },
  reschedule_moves_payments: {
    status: 409,
    message:
      'A deduction from a salary waits for an instalment of this loan. Choose the day on which that instalment falls due, or a later one.',
  },
  reschedule_unchanged: {
    status: 422,
    message: 'No principal is owed on this loan, so there is nothing to give new terms.',
  },
  rescheduling_reversed: {
    status: 409,
    message: ({ by }) => `These terms have already been taken back by ${by}. Nothing was changed.`,
  },
  rescheduling_followed: {
    status: 409,
    message: 'Something has moved on this loan since these terms were given. Reverse that first, the latest first.',
  },
  loan_rescheduled: { status: 409, message: 'This loan was given new terms since. Take those back first.' },
  loan_written_off: {
    status: 409,
    message: 'This loan was written off. Record what comes in on it, or reverse the write-off first.',
  },
  provision_unchanged: {
    status: 409,
    message: 'What the books have set aside for loan losses is what it should be today. Nothing was posted.',
  },
  provision_waits: {
    status: 409,
    message: ({ by }) => `${by} recorded a provision that waits for approval. Approve or reject that first.`,
  },
  write_off_nothing: { status: 409, message: 'No principal is owed on this loan, so there is nothing to write off.' },
  write_off_too_early: {
    status: 422,
    message: ({ last }) => `This loan last moved on ${last}. Choose that day or a later one.`,
  },
  write_off_recoverable: {
    status: 409,
    message: ({ recoverable }) =>
      `${recoverable} of this loan could still be taken from savings pledged for it. Recover that first, or say that it is let go.`,
  },
  write_off_waits: {
    status: 409,
    message: ({ by }) => `${by} has asked to write this loan off already. Approve or reject that first.`,
  },
  write_off_changed: {
    status: 409,
    message: ({ asked, owed }) =>
      `${asked} was asked for, and ${owed} is owed now. Reject this and ask again, so that no one approves another amount than they read.`,
  },
  write_off_decided: {
    status: 409,
    message: ({ status, by }) =>
      `This write-off has already been ${status}${by === undefined ? '' : ` by ${by}`}. Nothing was changed.`,
  },
  write_off_recovered_on: {
    status: 409,
    message: 'Money has come in since this loan was written off. Reverse that first, the latest first.',
  },
  recovered_above_written_off: {
    status: 422,
    message: ({ left }) => `No more is recovered than was written off. Enter ${left} or less.`,
  },
  own_loan: { status: 409, message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.' },
  loan_grace_too_long: {
    status: 422,
    message: ({ max }) =>
      max === 0
        ? 'A loan of one instalment has no grace. Enter 0.'
        : `The last instalment has to repay principal. Enter at most ${max}.`,
  },
  loan_interest_grace_too_long: {
    status: 422,
    message: ({ max }) =>
      `Where nothing is due, no principal is due either. Enter at most ${max}, or give more instalments of principal grace.`,
  },
  loan_interest_free_too_long: {
    status: 422,
    message: ({ max }) => `The loan has ${max} instalments. Enter at most ${max}.`,
  },
  loan_ends_too_late: {
    status: 422,
    message: 'This loan would run beyond the year 2199. Enter fewer instalments or an earlier start.',
  },
  loan_last_instalment_uneven: {
    status: 422,
    message: ({ regular, last }) =>
      `Rounding would leave a last instalment of ${last} where the others are ${regular}. Round to a smaller multiple, or take fewer instalments.`,
  },
  loan_instalment_below_interest: {
    status: 422,
    message: ({ regular }) =>
      `The interest of some months is more than the level instalment of ${regular}, so the loan would not shrink. Take fewer instalments or a lower rate.`,
  },
  loan_fees_above_principal: {
    status: 422,
    message: ({ fees }) =>
      `Fees of ${fees} taken off at the start would leave nothing to pay out. Enter a larger amount.`,
  },
  loan_fees_first_part: {
    status: 409,
    message: 'The fees were taken off this part of the loan. Reverse the other parts that were paid out first.',
  },
  principal_missing: { status: 422, message: 'Enter how much is borrowed.' },
  good_exists: {
    status: 409,
    message: ({ name }) => `${name} is on the list of goods already. Change its price there, or use another name.`,
  },
  good_not_offered: {
    status: 422,
    message: 'One of the goods is not on the list any more. Choose from the list as it is now.',
  },
  goods_missing: {
    status: 422,
    message: ({ loan }) => `A ${loan} loan is for goods. Say which goods and how many of each.`,
  },
  goods_not_for_loan: {
    status: 422,
    message: ({ loan }) => `A ${loan} loan is paid out as money, so no goods can be named. Enter the amount.`,
  },
  goods_settle_nothing: {
    status: 422,
    message: ({ loan }) =>
      `All the money of a ${loan} loan pays for goods, so it can't settle a running loan. Leave that loan out.`,
  },
  goods_sum_differs: {
    status: 422,
    message: ({ cost, principal }) =>
      `At today's prices the goods come to ${cost}, and the application says ${principal}. Look at the prices again, and send it for ${cost} if that is right.`,
  },
  goods_none: { status: 409, message: 'This loan is not for goods, so there is nothing to hand over.' },
  goods_not_paid_out: {
    status: 409,
    message: 'The loan is not paid out yet. Pay for the goods first, then hand them over.',
  },
  goods_delivered: {
    status: 409,
    message: ({ on, by }) => `${by} recorded already that the goods were handed over on ${on}. Nothing was changed.`,
  },
  goods_not_delivered: { status: 409, message: 'These goods are not handed over, so there is nothing to undo.' },
  goods_with_borrower: {
    status: 409,
    message:
      'The goods are with the borrower. Undo their hand-over on this page first, if they came back; then reverse the payment.',
  },
  penalty_waiver_nothing: { status: 409, message: 'No penalty is owed here, so there is nothing to waive.' },
  penalty_waiver_paid: {
    status: 409,
    message:
      'Part of this penalty was paid, and the loan owes too little to use that money otherwise. Reverse the repayment first.',
  },
  penalty_waiver_reversed: {
    status: 409,
    message: ({ by }) => `This waiver has already been taken back by ${by}. Nothing was changed.`,
  },
  loan_interest_above_principal: {
    status: 422,
    message: ({ interest }) =>
      `Interest of ${interest} taken off at the start would leave nothing to pay out. Enter a lower rate or fewer instalments.`,
  },
  loan_start_too_early: {
    status: 422,
    message: ({ earliest }) =>
      `A loan can't be asked for from an earlier day than ${earliest}. Choose that date or a later one.`,
  },
  first_due_too_early: {
    status: 422,
    message: ({ start }) => `The loan starts on ${start}. Choose a later date for the first instalment.`,
  },
  movement_before_loan: {
    status: 422,
    message: ({ start }) => `The loan starts on ${start}. Choose that date or a later one.`,
  },
  disbursed_above_principal: {
    status: 422,
    message: ({ principal, disbursed }) =>
      `The loan is ${principal}, but ${disbursed} would be paid out. Pay out ${principal} or less.`,
  },
  disbursed_after_end: {
    status: 422,
    message: ({ end }) => `The last instalment is due on ${end}. Pay out before that date.`,
  },
  loan_settled_for_less: {
    status: 422,
    message: ({ settlement, rebate, on }) =>
      `${settlement} settles this loan on ${on}, because ${rebate} of its interest is given back. Enter that or less.`,
  },
  repaid_above_owed: {
    status: 422,
    message: ({ owed }) =>
      `Only ${owed} of this repayment is owed by then. Enter that or less, or leave the repayment out if it is nothing.`,
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
  provision_percent_wrong: {
    status: 422,
    message: ({ least }) => `Enter ${least} % or more: a later class sets aside no less than the one before.`,
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
