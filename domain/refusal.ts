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
  'reset_code_wrong',
  'current_password_wrong',
  'sign_in_unavailable',
  'sign_in_expired',
  'identity_taken',
  'password_exists',
  'password_too_short',
  'phone_registered',
  'member_phone_taken',
  'member_has_money',
  'member_has_requests',
  'cooperative_has_books',
  'status_unchanged',
  'reason_wanted',
  'plan_unchanged',
  'trial_not_begun',
  'trial_end_wrong',
  'member_not_active',
  'member_unknown',
  'account_type_not_found',
  'dated_in_future',
  'dated_before_joining',
  'dated_before_books',
  'period_closed',
  'below_floor',
  'reversal_below_floor',
  'member_missing',
  'transaction_decided',
  'transaction_not_posted',
  'transaction_in_voucher',
  'own_transaction',
  'account_type_retired',
  'account_type_exists',
  'loan_configuration_exists',
  'default_is_needed',
  'retired_is_no_default',
  'chart_full',
  'loan_configuration_not_offered',
  'loan_too_many_instalments',
  'loan_above_limit',
  'loan_too_early',
  'guarantors_too_few',
  'guarantor_is_borrower',
  'guarantor_not_active',
  'guarantor_unknown',
  'loan_decided',
  'loan_not_active',
  'own_loan',
  'loan_grace_too_long',
  'loan_interest_free_too_long',
  'loan_ends_too_late',
  'loan_last_instalment_uneven',
  'loan_instalment_below_interest',
  'loan_interest_above_principal',
  'first_due_too_early',
  'movement_before_loan',
  'disbursed_above_principal',
  'disbursed_after_end',
  'repaid_above_owed',
  'already_posted',
  'already_reversed',
  'import_not_ready',
  'import_has_problems',
  'import_running',
  'import_mapping_wrong',
  'import_nothing_to_post',
  'import_row_refused',
  'file_unreadable',
  'file_too_large',
  'file_empty',
  'file_too_many_rows',
  'file_too_many_columns',
  'file_is_bomb',
  'file_kind_refused',
  'picture_kind_refused',
  'file_active_content',
  'document_unreadable',
  'no_file',
  'nobody_to_notify',
  'recipients_wanted',
  'meeting_in_past',
  'meeting_over',
  'meeting_not_yet',
  'meeting_not_planned',
  'meeting_cancelled',
  'minutes_adopted',
  'minutes_missing',
  'key_reused',
  'request_in_progress',
  'too_many_requests',
  'too_many_codes',
  'too_many_contact_messages',
  'overloaded',
  'outcome_unknown',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** The parts that a refusal's sentence may mention, and the field of the request that it is about. */
export type RefusalDetail = { field?: string; [part: string]: string | number | undefined }

/** An expected "no", told to the person. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail
  /** What else stands in the way, so that a person can put all of it right at once. */
  readonly also: readonly Refusal[]
  constructor(code: RefusalCode, detail: RefusalDetail = {}, also: readonly Refusal[] = []) {
    super(code)
    this.code = code
    this.detail = detail
    this.also = also
  }
}

export function refuse(code: RefusalCode, detail?: RefusalDetail): never {
  throw new Refusal(code, detail)
}
