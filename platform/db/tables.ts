// What may be written into each table that platform/db/write.ts is called with; `npm run schema` writes this from the schema.
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, AppropriationId, CooperativeId, EmployerId, EntryId, LoginId, MeetingId, MemberId, RemittanceId, ReturnId, ScheduleId, TransactionId } from '#core/ids.ts'
import type { Statement } from './sql.ts'

export type Tables = {
  'app.appropriation': {
    cooperativeId?: CooperativeId | Statement | undefined
    appropriationId: AppropriationId | Statement
    closingId: string | Statement
    transactionId: TransactionId | Statement
    surplus: bigint | number | Statement
    meetingId: MeetingId | Statement
    resolution: string | Statement
    directorReference?: string | null | Statement | undefined
    releasedAt?: Date | null | Statement | undefined
  }
  'app.cooperative': {
    cooperativeId?: CooperativeId | Statement | undefined
    coopId: string | Statement
    name: string | Statement
    phone: string | Statement
    email?: string | null | Statement | undefined
    address?: string | null | Statement | undefined
    registrationNumber?: string | null | Statement | undefined
    status?: 'pending' | 'active' | 'suspended' | 'rejected' | Statement | undefined
    statusReason?: string | null | Statement | undefined
    statusChangedAt?: Date | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    lastMembershipNumber?: number | Statement | undefined
    memberCount?: number | Statement | undefined
    searchText?: string | Statement | undefined
    deletedAt?: Date | null | Statement | undefined
    plan?: 'trial' | 'standard' | 'free' | Statement | undefined
    trialEndsOn?: Day | null | Statement | undefined
    trialRemindedOf?: Day | null | Statement | undefined
    logoVersion?: string | null | Statement | undefined
    anchorMailedOn?: Day | null | Statement | undefined
  }
  'app.deduction': {
    cooperativeId?: CooperativeId | Statement | undefined
    scheduleId: ScheduleId | Statement
    memberId: MemberId | Statement
    period: Day | Statement
    returnId: ReturnId | Statement
    loansAmount: bigint | number | Statement
    levyAmount: bigint | number | Statement
    savingsAmount: bigint | number | Statement
    sharesAmount: bigint | number | Statement
    unallocatedAmount: bigint | number | Statement
    credited: boolean | Statement
  }
  'app.deduction_return': {
    cooperativeId?: CooperativeId | Statement | undefined
    returnId: ReturnId | Statement
    scheduleId: ScheduleId | Statement
    employerId: EmployerId | Statement
    fileName: string | Statement
    fileHash: Uint8Array | Statement
    status: 'checked' | 'posting' | 'deducted' | 'posted' | 'failed' | 'reversed' | 'discarded' | Statement
    occurredOn: Day | Statement
    employerSaysAmount?: bigint | number | null | Statement | undefined
    acceptedAmount?: bigint | number | Statement | undefined
    progress?: number | Statement | undefined
    failure?: string | null | Statement | undefined
    entryId?: EntryId | null | Statement | undefined
    entryNo?: bigint | number | null | Statement | undefined
    acceptedAt?: Date | null | Statement | undefined
    acceptedByName?: string | null | Statement | undefined
    reversalReason?: string | null | Statement | undefined
    createdByName: string | Statement
    createdAt?: Date | Statement | undefined
    membersNotified?: boolean | Statement | undefined
    remittanceId?: RemittanceId | null | Statement | undefined
    rowsLeftOut?: number | Statement | undefined
    leftOut?: Statement | undefined
  }
  'app.deduction_schedule': {
    cooperativeId?: CooperativeId | Statement | undefined
    scheduleId: ScheduleId | Statement
    employerId: EmployerId | Statement
    period: Day | Statement
    layout?: null | Statement | undefined
    members?: number | Statement | undefined
    loansAmount?: bigint | number | Statement | undefined
    levyAmount?: bigint | number | Statement | undefined
    savingsAmount?: bigint | number | Statement | undefined
    sharesAmount?: bigint | number | Statement | undefined
    totalAmount?: bigint | number | Statement | undefined
    createdByName: string | Statement
    createdAt?: Date | Statement | undefined
    sentAt?: Date | null | Statement | undefined
    sentByName?: string | null | Statement | undefined
  }
  'app.deduction_settings': {
    cooperativeId?: CooperativeId | Statement | undefined
    allocationOrder: readonly string[] | Statement
    creditOn: 'deduction' | 'remittance' | Statement
    levyAmount: bigint | number | Statement
    levyCode: string | Statement
    updatedAt?: Date | Statement | undefined
    arrears?: boolean | Statement | undefined
    missedSavings?: 'none' | 'one' | 'all' | Statement | undefined
  }
  'app.dividend_choice': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    paidTo: 'savings' | 'shares' | 'loan' | 'bank' | Statement
    chosenAt?: Date | Statement | undefined
  }
  'app.dividend_rules': {
    cooperativeId?: CooperativeId | Statement | undefined
    basis?: 'balance' | 'interest_paid' | 'purchases' | null | Statement | undefined
    accountTypeId?: AccountTypeId | null | Statement | undefined
    basisClause: string | Statement
    method?: 'month_counted' | 'month_excluded' | 'daily' | 'closing' | null | Statement | undefined
    methodClause: string | Statement
    heldMonths?: number | null | Statement | undefined
    heldClause: string | Statement
    capBasisPoints?: number | null | Statement | undefined
    capClause: string | Statement
    patronageBasis?: 'interest_paid' | 'purchases' | null | Statement | undefined
    patronageClause?: string | Statement | undefined
  }
  'app.dividend_run': {
    cooperativeId?: CooperativeId | Statement | undefined
    runId: string | Statement
    transactionId: TransactionId | Statement
    appropriationId: AppropriationId | Statement
    accountId: AccountId | Statement
    name: string | Statement
    yearFrom: Day | Statement
    yearEnd: Day | Statement
    basis: 'balance' | 'interest_paid' | 'purchases' | 'named' | Statement
    accountTypeId?: AccountTypeId | null | Statement | undefined
    accountTypeName?: string | null | Statement | undefined
    method?: 'month_counted' | 'month_excluded' | 'daily' | 'closing' | null | Statement | undefined
    heldMonths: number | Statement
    taxBasisPoints: number | Statement
    paidTo: string | Statement
    basisTotal: bigint | number | Statement
    pool: bigint | number | Statement
    tax: bigint | number | Statement
    members: number | Statement
    postedOn?: Day | null | Statement | undefined
    releasedAt?: Date | null | Statement | undefined
    excluding?: 'none' | 'in_arrears' | 'not_active' | 'in_arrears_or_not_active' | Statement | undefined
    departure?: string | null | Statement | undefined
  }
  'app.dividend_settings': {
    cooperativeId?: CooperativeId | Statement | undefined
    paidTo: 'savings' | 'shares' | 'loan' | 'bank' | Statement
    membersChoose: boolean | Statement
  }
  'app.employer': {
    cooperativeId?: CooperativeId | Statement | undefined
    employerId: EmployerId | Statement
    name: string | Statement
    code: string | Statement
    contactName?: string | null | Statement | undefined
    contactPhone?: string | null | Statement | undefined
    contactEmail?: string | null | Statement | undefined
    layout: Statement
    receivableId: string | Statement
    searchText: string | Statement
    createdAt?: Date | Statement | undefined
  }
  'app.employment': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    employerId: EmployerId | Statement
    staffNumber: string | Statement
    fromOn: Day | Statement
    sharesAmount?: bigint | number | Statement | undefined
  }
  'app.remittance': {
    cooperativeId?: CooperativeId | Statement | undefined
    remittanceId: RemittanceId | Statement
    scheduleId: ScheduleId | Statement
    employerId: EmployerId | Statement
    amount: bigint | number | Statement
    receivedOn: Day | Statement
    accountCode: string | Statement
    reference?: string | null | Statement | undefined
    entryId: EntryId | Statement
    entryNo: bigint | number | Statement
    recordedByName: string | Statement
    recordedAt?: Date | Statement | undefined
    reversedAt?: Date | null | Statement | undefined
    reversalReason?: string | null | Statement | undefined
  }
  'app.support_access': {
    cooperativeId?: CooperativeId | Statement | undefined
    accessId: string | Statement
    loginId: LoginId | Statement
    askedByName: string | Statement
    reason: string | Statement
    minutes: number | Statement
    askedAt?: Date | Statement | undefined
    allowed?: boolean | null | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    expiresAt?: Date | null | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    endedByName?: string | null | Statement | undefined
  }
  'app.surplus_rules': {
    cooperativeId?: CooperativeId | Statement | undefined
    directorApproves: boolean | Statement
  }
  'platform.unclaimed_money': {
    unclaimedId: string | Statement
    kind: 'transfer' | 'settlement' | Statement
    provider: string | Statement
    reference: string | Statement
    amount?: bigint | number | null | Statement | undefined
    sentTo?: string | null | Statement | undefined
    cooperativeId?: CooperativeId | null | Statement | undefined
    cameAt?: Date | Statement | undefined
    handledAt?: Date | null | Statement | undefined
    handledByName?: string | null | Statement | undefined
    reason?: string | null | Statement | undefined
  }
}
