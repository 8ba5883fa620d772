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
  'cooperative_has_books',
  'status_unchanged',
  'member_not_active',
  'member_unknown',
  'account_type_not_found',
  'dated_in_future',
  'dated_before_joining',
  'dated_before_books',
  'period_closed',
  'below_floor',
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
  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

export function refuse(code: RefusalCode, detail?: RefusalDetail): never {
  throw new Refusal(code, detail)
}
