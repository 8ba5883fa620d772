/** An identifier that cannot be passed where another kind is wanted. */
type Id<Of extends string> = string & { readonly idOf: Of }

export type CooperativeId = Id<'cooperative'>
export type MemberId = Id<'member'>
export type MemberViewId = Id<'member_view'>
export type LoginId = Id<'login'>
export type IdentityId = Id<'identity'>
export type PasskeyId = Id<'passkey'>
export type SessionId = Id<'session'>
export type AccountId = Id<'account'>
export type AccountTypeId = Id<'account_type'>
export type EntryId = Id<'entry'>
export type TransactionId = Id<'transaction'>
export type ReversalId = Id<'reversal'>
export type ChangeRequestId = Id<'change request'>
export type PledgeId = Id<'pledge'>
export type LoanConfigurationId = Id<'loan_configuration'>
export type LoanId = Id<'loan'>
export type LeavingId = Id<'leaving'>
export type SettlementId = Id<'settlement'>
export type PayoutId = Id<'payout'>
export type WriteOffId = Id<'write_off'>
export type ReschedulingId = Id<'rescheduling'>
export type GoodId = Id<'good'>
export type LoanDeliveryId = Id<'loan_delivery'>
export type PenaltyWaiverId = Id<'penalty_waiver'>
export type LoanMovementId = Id<'loan_movement'>
export type ConfigurationChangeId = Id<'configuration_change'>
export type ImportId = Id<'import'>
export type ExportId = Id<'export'>
export type DocumentId = Id<'document'>
export type NotificationId = Id<'notification'>
export type AnnouncementId = Id<'announcement'>
export type MessageId = Id<'message'>
export type MeetingId = Id<'meeting'>
export type PostId = Id<'post'>
export type TermId = Id<'post_term'>
export type ElectionId = Id<'election'>
export type CandidateId = Id<'candidate'>
export type HandOverId = Id<'hand_over'>
export type ContactMessageId = Id<'contact_message'>
export type UnclaimedMoneyId = Id<'unclaimed_money'>
export type MembershipApplicationId = Id<'membership_application'>
export type MemberRequestId = Id<'member_request'>
export type ProofId = Id<'transaction_proof'>
export type AuditEventId = Id<'audit_event'>
export type SupportAccessId = Id<'support_access'>
export type EmployerId = Id<'employer'>
export type ScheduleId = Id<'deduction_schedule'>
export type ReturnId = Id<'deduction_return'>
export type RemittanceId = Id<'remittance'>
export type StatementId = Id<'bank_statement'>
export type StatementLinkId = Id<'statement_link'>
export type ConsentLinkId = Id<'consent_link'>
export type GuaranteePaperId = Id<'guarantee_paper'>
export type ErasureRequestId = Id<'erasure_request'>
export type BankLineId = Id<'bank_line'>
export type BankMatchId = Id<'bank_match'>
export type BankRuleId = Id<'bank_rule'>
export type OpeningBalancesId = Id<'opening_balances'>
export type LoanAccrualId = Id<'loan_accrual'>
export type InterestRunId = Id<'interest_run'>
export type VoteId = Id<'vote'>
export type AppropriationId = Id<'appropriation'>
export type DividendRunId = Id<'dividend_run'>
export type FixedAssetId = Id<'fixed_asset'>
export type DepreciationRunId = Id<'depreciation_run'>
export type AssetDisposalId = Id<'asset_disposal'>
export type FixedDepositId = Id<'fixed_deposit'>
export type ExternalAuditorId = Id<'external_auditor'>
export type ApiKeyId = Id<'api_key'>
export type WebhookId = Id<'webhook'>
export type WebhookDeliveryId = Id<'webhook_delivery'>
export type OnlinePaymentId = Id<'online_payment'>
export type PaymentEventId = Id<'payment_event'>
export type PaymentCaseId = Id<'payment_case'>
export type ProviderSettlementId = Id<'provider_settlement'>
export type PaymentBatchId = Id<'payment_batch'>
export type ProviderPayoutId = Id<'provider payout'>
export type PayoutKeyId = Id<'payout_key'>
export type EnquiryId = Id<'enquiry'>
export type FilingId = Id<'filing'>
export type ActionId = Id<'action'>

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** The letters of a coop_id: no 0/O, 1/I/L, so that it survives a phone call. */
export const coopIdLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A coop_id such as AJO-7K2M9Q, from six numbers that are uniform below the alphabet's length. */
export function coopIdFrom(picks: readonly number[]): string {
  return `AJO-${picks.map((pick) => coopIdLetters[pick % coopIdLetters.length]).join('')}`
}

/** AJO-7K2M9Q/00042: the cooperative's id and the member's running number in it. */
export function membershipNumber(coopId: string, number: number): string {
  return `${coopId}/${String(number).padStart(5, '0')}`
}
