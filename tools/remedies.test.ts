import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'

/**
 * A refusal that says what to do first leads out of a dead end, or into one. Each such sentence has a test that meets the refusal,
 * does what it says and then succeeds; a comment directly above that test names it: `// Remedy: loan_has_repayments`.
 */
const roots = ['server', 'e2e', 'domain', 'tools']

/** Refusals whose remedy no test has done yet. What gets a test is taken off this list: it only becomes shorter. */
const notDoneYet: readonly string[] = [
  'keys_too_many',
  'webhooks_too_many',
  'support_access_stands',
  'identity_taken',
  'second_factor_missing',
  'own_password_missing',
  'authenticator_not_started',
  'too_many_passkeys',
  'login_not_proved',
  'member_not_activated',
  'second_officer_missing',
  'member_phone_taken',
  'member_has_money',
  'member_has_loan',
  'member_has_requests',
  'trial_not_begun',
  'member_leaving',
  'member_has_left',
  'merge_in_office',
  'merge_has_loan',
  'readmission_owed',
  'readmission_reversal_waits',
  'leaving_short',
  'leaving_paid_out',
  'views_too_many',
  'import_not_registered',
  'employers_by_treasurer',
  'member_not_active',
  'member_left',
  'no_shares_offered',
  'opening_loan_repaid',
  'uploader_signs_first',
  'bank_line_matched',
  'reconciliation_without_statement',
  'payment_accounts_missing',
  'held_money_not_paid_over',
  'held_money_used',
  'settlement_posted',
  'payment_account_missing',
  'payout_key_missing',
  'webhook_waits',
  'bank_file_left',
  'default_is_released',
  'society_takes_no_interest',
  'penalty_loans_stand',
  'interest_loans_stand',
  'interest_not_borne',
  'interest_posted_later',
  'accrual_later',
  'top_up_taken',
  'top_up_above_paid_out',
  'deposit_renewal_ended',
  'reversal_below_floor',
  'account_type_retired',
  'default_is_needed',
  'guarantee_above_free',
  'guarantor_above_free',
  'guarantee_paper_alone',
  'guarantee_paper_missing',
  'own_cover_missing',
  'pledge_not_renewable',
  'loan_handed_over',
  'chart_account_missing',
  'loan_papers_too_many',
  'member_papers_too_many',
  'erasure_letter_waits',
  'loan_settled_with_rebate',
  'loan_has_repayments',
  'deduction_loan_moved',
  'rescheduling_followed',
  'loan_rescheduled',
  'loan_written_off',
  'provision_waits',
  'write_off_recoverable',
  'write_off_waits',
  'write_off_recovered_on',
  'loan_fees_first_part',
  'goods_not_paid_out',
  'goods_with_borrower',
  'penalty_waiver_paid',
  'days_wrong_way',
  'account_has_balance',
  'year_closed_later',
  'year_locked',
  'year_appropriated',
  'appropriation_resolution_missing',
  'dividend_paid',
  'asset_depreciated',
  'asset_not_bought',
  'asset_depreciation_waits',
  'asset_depreciation_behind',
  'asset_disposed_since',
  'dividend_paid_out',
  'dividend_spent',
  'dividends_payable_none',
  'import_not_ready',
  'import_has_problems',
  'export_not_ready',
  'nobody_to_notify',
  'vote_not_counted',
  'vote_unconfirmed',
  'post_seats_taken',
  'election_open_already',
  'candidate_in_arrears',
  'ballot_needed',
  'schedule_empty',
  'remittance_not_owed',
  'bill_not_wanted',
]

const anything: unknown = new Proxy(() => '', {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '1' : name === 'length' ? 1 : anything),
  apply: () => anything,
})

/** The sentence with anything in its places. */
function sentenceOf(message: unknown): string {
  return typeof message === 'function' ? String((message as (values: unknown) => unknown)(anything)) : String(message)
}

/** “Reject it first.” and “First choose …”, not “the first day” or “for the first login”. */
const asksFirst = /\bfirst(?=[.,:;]| then\b| or\b|$)|(?:^|[.!?] )First\b/

const advised = Object.entries(refusals).flatMap(([code, { message }]) =>
  asksFirst.test(sentenceOf(message)) ? [code] : [],
)

const marks = roots
  .flatMap((root) => globSync(`${root}/**/*.test.ts`))
  .flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, at) => {
      const named = /^\s*\/\/ Remedy: (.+)$/.exec(line)?.[1]
      const next = lines.slice(at + 1).find((each) => !/^\s*\/\//.test(each)) ?? ''
      return named === undefined
        ? []
        : named.split(', ').map((code) => ({ code, file, isAboveTest: /^\s*(?:test|describe)\b/.test(next) }))
    })
  })

test('every refusal that says what to do first has a test that does it', () => {
  const done = new Set(marks.map(({ code }) => code))
  expect(advised.filter((code) => !done.has(code))).toEqual([])
  expect(marks.filter(({ code, isAboveTest }) => !(code in refusals) || !isAboveTest)).toEqual([])
})

test('the rule knows such a sentence', () => {
  expect(
    ['Reject it first.', 'First choose a day.', 'Pay it out first, then close.', 'The first day is late.'].map((text) =>
      asksFirst.test(text),
    ),
  ).toEqual([true, true, true, false])
  expect(advised).toEqual(expect.arrayContaining(['loan_has_repayments', 'member_has_requests', 'login_not_proved']))
})
