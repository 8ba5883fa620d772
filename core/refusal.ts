import type { Blanks } from './sentence.ts'

/** Why the system says no to a well-formed request. The contract gives each a status and a sentence. */
export const refusalCodes = [
  'not_signed_in',
  'session_expired',
  'not_permitted',
  'cooperative_pending',
  'cooperative_suspended',
  'cooperative_rejected',
  'not_found',
  'method_not_allowed',
  'invalid_credentials',
  'account_locked',
  'cooperative_not_found',
  'codes_paused',
  'sign_in_expired',
  'second_factor_missing',
  'own_password_missing',
  'first_password_ended',
  'step_up_required',
  'login_not_proved',
  'password_too_short',
  'password_blank',
  'password_common',
  'password_personal',
  'password_published',
  'member_phone_taken',
  'support_reads_only',
  'key_incomplete',
  'key_ended',
  'key_out_of_scope',
  'idempotency_key_missing',
  'too_many_by_key',
  'test_notifications_many',
  'import_not_registered',
  'import_employers_unknown',
  'employers_by_treasurer',
  'former_number_taken',
  'bank_details_incomplete',
  'codes_sent_already',
  'member_not_active',
  'member_left',
  'member_deceased',
  'member_merged',
  'member_leaving',
  'merge_not_clear',
  'membership_ended',
  'audit_end_wrong',
  'nominees_not_whole',
  'leaving_not_clear',
  'member_unknown',
  'account_type_not_found',
  'dated_in_future',
  'dated_before_joining',
  'dated_before_books',
  'period_closed',
  'below_floor',
  'below_on_day',
  'cash_below_zero',
  'bank_below_zero',
  'bank_beyond_limit',
  'money_account_unknown',
  'sheet_missing',
  'sheet_unknown',
  'file_has_sheets',
  'file_of_other_kind',
  'file_several_accounts',
  'statement_balance_later',
  'file_sheet',
  'statement_headings_repeated',
  'statement_headings_no_amount',
  'statement_known',
  'match_taken',
  'bank_line_matched',
  'bank_line_unequal',
  'match_unequal',
  'reconciliation_without_statement',
  'journal_line_one_side',
  'journal_both_sides',
  'journal_unbalanced',
  'for_officers_only',
  'payouts_on_their_way',
  'maker_is_not_checker',
  'approved_already',
  'reversal_asked',
  'interest_is_for_savings',
  'reversal_below_floor',
  'member_missing',
  'own_transaction',
  'account_type_retired',
  'chart_full',
  'loan_too_early',
  'guarantors_too_few',
  'guarantors_not_agreed',
  'consent_codes_many',
  'borrower_in_arrears',
  'loans_too_many',
  'same_loans_too_many',
  'loan_paper_removed',
  'loan_decided',
  'chart_account_missing',
  'loan_paid_out_alone',
  'top_up_too_small',
  'own_loan',
  'loan_grace_too_long',
  'file_rows_too_many',
  'lock_not_later',
  'lock_not_earlier',
  'reopened_by_locker',
  'year_unknown',
  'year_not_closed',
  'provision_days_wrong',
  'already_posted',
  'already_reversed',
  'import_not_ready',
  'import_has_problems',
  'import_has_doubles',
  'import_running',
  'import_mapping_wrong',
  'import_nothing_to_post',
  'import_nothing_to_correct',
  'import_row_refused',
  'file_unreadable',
  'file_is_qif',
  'file_too_large',
  'file_empty',
  'file_too_many_rows',
  'file_too_many_columns',
  'file_is_bomb',
  'file_kind_refused',
  'file_name_wrong',
  'picture_kind_refused',
  'file_active_content',
  'document_unreadable',
  'no_file',
  'nobody_to_notify',
  'message_not_failed',
  'message_is_code',
  'message_text_gone',
  'message_sent_again_often',
  'sms_limit_reached',
  'meeting_not_yet',
  'meeting_cancelled',
  'attendance_codes_many',
  'enquiries_many',
  'ballot_blinding_wrong',
  'consent_version_wrong',
  'key_reused',
  'too_many_requests',
  'too_many_streams',
  'too_many_streams_of_society',
  'too_many_codes',
  'too_many_failed_logins',
  'too_many_registrations',
  'too_many_applications',
  'overloaded',
  'outcome_unknown',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** The parts that a refusal's sentence may mention, and the field of the request that it is about. */
export type RefusalDetail = { field?: string; [part: string]: string | number | undefined }

/** An expected "no", told to the person. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode | RefusalKind
  readonly detail: RefusalDetail
  /** What else is in the way, so that a person can put all of it right at once. */
  readonly also: readonly Refusal[]
  constructor(code: RefusalCode | RefusalKind, detail: RefusalDetail = {}, also: readonly Refusal[] = []) {
    super(typeof code === 'string' ? code : code.code)
    this.code = code
    this.detail = detail
    this.also = also
  }
}

type Values<Sentence extends string> = Readonly<Record<Blanks<Sentence>, string | number>> & { field?: string }

/** A refusal that lies beside what refuses; called with the values of its sentence, it makes one. */
export type RefusalKind<Sentence extends string = string> = {
  readonly code: string
  readonly status: 403 | 404 | 409 | 410 | 422 | 429
  readonly sentence: Sentence
  (...values: [Blanks<Sentence>] extends [never] ? [about?: { field?: string }] : [values: Values<Sentence>]): Refusal
}

/**
 * A refusal where it is made: `const employerExists = refusal('employer_exists', 409, 'There is already an employer called {name}. …')`,
 * then `refuse(employerExists({ name, field: 'name' }))`. A value that is missing does not compile. The code is for the
 * log and the metrics; a person reads the sentence alone, which says what to do. The mark lets the build leave out what no page refuses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function refusal<const Sentence extends string>(
  code: string,
  status: RefusalKind['status'],
  sentence: Sentence,
): RefusalKind<Sentence> {
  const kind = (values: RefusalDetail = {}): Refusal => new Refusal(made as RefusalKind, values)
  const made = Object.assign(kind, { code, status, sentence }) as unknown as RefusalKind<Sentence>
  return made
}

export function refuse(refused: Refusal): never
export function refuse(code: RefusalCode | RefusalKind, detail?: RefusalDetail): never
export function refuse(refused: Refusal | RefusalCode | RefusalKind, detail?: RefusalDetail): never {
  throw refused instanceof Refusal ? refused : new Refusal(refused, detail)
}
