// What may be written into each table that platform/db/write.ts is called with; `npm run schema` writes this from the schema.
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, ActionId, ApiKeyId, AppropriationId, CandidateId, ChangeRequestId, CooperativeId, DocumentId, ElectionId, EmployerId, EnquiryId, EntryId, ExportId, FilingId, GoodId, HandOverId, IdentityId, LeavingId, LoanConfigurationId, LoanId, LoginId, MeetingId, MemberId, MessageId, OpeningBalancesId, PasskeyId, PayoutId, PledgeId, PostId, ProofId, RemittanceId, ReschedulingId, ReturnId, ReversalId, ScheduleId, SessionId, SettlementId, StatementId, SupportAccessId, TermId, TransactionId, VoteId, WebhookId, WriteOffId } from '#core/ids.ts'
import type { Statement } from './sql.ts'

export type Tables = {
  'app.account_enquiry': {
    cooperativeId?: CooperativeId | Statement | undefined
    bankName: string | Statement
    accountNumber: string | Statement
    holderName?: string | null | Statement | undefined
    noNameBecause?: 'unknown' | 'unavailable' | 'bank_unlisted' | null | Statement | undefined
    askedAt?: Date | Statement | undefined
  }
  'app.account_type': {
    cooperativeId?: CooperativeId | Statement | undefined
    accountTypeId: AccountTypeId | Statement
    code: string | Statement
    name: string | Statement
    kind: 'savings' | 'shares' | 'fixed_deposit' | Statement
    controlId: string | Statement
    isDefault?: boolean | Statement | undefined
    retiredAt?: Date | null | Statement | undefined
    releaseOn?: Day | null | Statement | undefined
    earlyRelease?: boolean | Statement | undefined
    interestRateBasisPoints?: number | null | Statement | undefined
    interestDayCount?: 'actual/365' | 'actual/360' | null | Statement | undefined
    interestRounding?: 'half_up' | 'half_even' | null | Statement | undefined
    interestMethod?: 'minimum' | 'average' | 'daily' | null | Statement | undefined
    interestEvery?: 'month' | 'quarter' | 'year' | null | Statement | undefined
    interestLeastBalance?: bigint | number | null | Statement | undefined
    depositMonths?: number | null | Statement | undefined
    depositLeastAmount?: bigint | number | null | Statement | undefined
    depositAtMaturity?: 'pay_out' | 'renew_principal' | 'renew_all' | null | Statement | undefined
    depositBreakRule?: 'forfeit' | 'lower_rate' | null | Statement | undefined
    depositBreakRateBasisPoints?: number | null | Statement | undefined
    depositNoticeDays?: number | null | Statement | undefined
    depositRates?: Statement | undefined
    isPayable?: boolean | Statement | undefined
    isForFormer?: boolean | Statement | undefined
  }
  'app.agenda_template': {
    cooperativeId?: CooperativeId | Statement | undefined
    template: 'annual_general' | 'general' | 'special_general' | 'committee' | 'loans' | Statement
    agenda: readonly string[] | Statement
  }
  'app.api_key': {
    cooperativeId?: CooperativeId | Statement | undefined
    apiKeyId: ApiKeyId | Statement
    name: string | Statement
    scopes: readonly string[] | Statement
    keyHash: Uint8Array | Statement
    madeBy: string | Statement
    madeByMember?: string | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    expiresAt: Date | Statement
    lastUsedAt?: Date | null | Statement | undefined
    lastAddress?: string | null | Statement | undefined
    revokedAt?: Date | null | Statement | undefined
  }
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
  'app.approval': {
    cooperativeId?: CooperativeId | Statement | undefined
    subjectId: string | Statement
    kind: 'transaction' | 'reversal' | 'loan' | 'write_off' | 'leaving' | 'change' | 'office_change' | Statement
    makerId: string | Statement
    approvedBy: string | Statement
    approvedByName: string | Statement
    alone: boolean | Statement
    approvedAt?: Date | Statement | undefined
  }
  'app.asset_disposal': {
    cooperativeId?: CooperativeId | Statement | undefined
    disposalId: string | Statement
    assetId: string | Statement
    transactionId: TransactionId | Statement
    disposedOn: Day | Statement
    proceeds: bigint | number | Statement
    accumulated: bigint | number | Statement
    reason: string | Statement
    releasedAt?: Date | null | Statement | undefined
  }
  'app.ballot_box': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    serial: Uint8Array | Statement
    choices: readonly number[] | Statement
    signature: Uint8Array | Statement
  }
  'app.bank_account': {
    cooperativeId?: CooperativeId | Statement | undefined
    accountId: AccountId | Statement
    bank: string | Statement
    accountNumber: string | Statement
    accountName: string | Statement
    shownToMembers: boolean | Statement
    changedByName: string | Statement
    changedAt?: Date | Statement | undefined
  }
  'app.bank_file_layout': {
    cooperativeId?: CooperativeId | Statement | undefined
    accountId: AccountId | Statement
    layout: Statement
  }
  'app.bank_rule': {
    cooperativeId?: CooperativeId | Statement | undefined
    ruleId: string | Statement
    accountId: AccountId | Statement
    words: readonly string[] | Statement
    cameIn: boolean | Statement
    records: 'deposit' | 'contribution' | 'repayment' | 'charge' | 'income' | 'expense' | 'transfer' | Statement
    memberId?: MemberId | null | Statement | undefined
    accountTypeId?: AccountTypeId | null | Statement | undefined
    targetId?: string | null | Statement | undefined
    party?: string | null | Statement | undefined
    lineId?: string | null | Statement | undefined
    narration: string | Statement
    seenOn: Day | Statement
    madeByName: string | Statement
    madeAt?: Date | Statement | undefined
    used?: number | Statement | undefined
    usedAt?: Date | null | Statement | undefined
  }
  'app.bank_statement': {
    cooperativeId?: CooperativeId | Statement | undefined
    statementId: StatementId | Statement
    accountId: AccountId | Statement
    fileName: string | Statement
    fromOn: Day | Statement
    toOn: Day | Statement
    openingBalance: bigint | number | Statement
    closingBalance: bigint | number | Statement
    lines: number | Statement
    uploadedByName: string | Statement
    uploadedAt?: Date | Statement | undefined
    isBalanceAtEnd?: boolean | Statement | undefined
    accountNumber?: string | null | Statement | undefined
  }
  'app.candidate': {
    cooperativeId?: CooperativeId | Statement | undefined
    candidateId: CandidateId | Statement
    electionId: ElectionId | Statement
    postId: PostId | Statement
    memberId: MemberId | Statement
    proposedBy: string | Statement
    statement: string | Statement
    status: 'asked' | 'accepted' | 'declined' | 'withdrawn' | 'excluded' | 'elected' | 'not_elected' | Statement
    excludedBecause?: 'not_active' | 'joined_late' | 'in_arrears' | 'terms_used' | 'seconders_missing' | 'not_accepted' | null | Statement | undefined
    nominatedAt?: Date | Statement | undefined
  }
  'app.change_request': {
    cooperativeId?: CooperativeId | Statement | undefined
    changeRequestId: ChangeRequestId | Statement
    action: string | Statement
    input: Statement
    description: string | Statement
    memberId?: MemberId | null | Statement | undefined
    ownMemberId?: string | null | Statement | undefined
    status?: 'pending' | 'approved' | 'rejected' | Statement | undefined
    askedBy: string | Statement
    askedByName: string | Statement
    askedAt?: Date | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    decidedReason?: string | null | Statement | undefined
    amount?: bigint | number | null | Statement | undefined
    approvalsNeeded?: number | Statement | undefined
    kind: 'change' | 'office_change' | Statement
    opensToAsker?: boolean | Statement | undefined
  }
  'app.configuration': {
    cooperativeId?: CooperativeId | Statement | undefined
    fiscalYearStart?: string | Statement | undefined
    shareParValue: bigint | number | Statement
    sharesMin: number | Statement
    shareCeilingBasisPoints: number | Statement
    contributionMin: bigint | number | Statement
    entranceFee: bigint | number | Statement
    savingsMultiplePercent: number | Statement
    waitingMonths: number | Statement
    guarantorsRequired: number | Statement
    exitNoticeMonths: number | Statement
    updatedAt?: Date | Statement | undefined
    withdrawalApprovals?: number | null | Statement | undefined
    withdrawalApprovalsFrom?: bigint | number | Statement | undefined
    shareApprovals?: number | null | Statement | undefined
    shareApprovalsFrom?: bigint | number | Statement | undefined
    journalApprovals?: number | null | Statement | undefined
    journalApprovalsFrom?: bigint | number | Statement | undefined
    reversalApprovals?: number | null | Statement | undefined
    reversalApprovalsFrom?: bigint | number | Statement | undefined
    societyKind?: 'general' | 'salary_earners' | 'market' | 'non_interest' | Statement | undefined
    writeOffApprovals?: number | null | Statement | undefined
    writeOffApprovalsFrom?: bigint | number | Statement | undefined
    loanInterestBasis?: 'cash' | 'accrual' | Statement | undefined
    suspendInterestAfterDays?: number | Statement | undefined
    leavingFee?: bigint | number | Statement | undefined
    contributionsDueFrom: Day | Statement
    arrearsTolerance?: bigint | number | Statement | undefined
    arrearsToleranceDays?: number | Statement | undefined
    arrearsCuredAfter?: number | Statement | undefined
  }
  'app.configuration_change': {
    cooperativeId?: CooperativeId | Statement | undefined
    changeId: string | Statement
    kind: 'settings' | 'account_type' | 'loan_configuration' | 'account' | 'good' | Statement
    subjectId: string | Statement
    subjectName: string | Statement
    fields: Statement
    changedBy: string | Statement
    changedByName: string | Statement
    changedAt?: Date | Statement | undefined
  }
  'app.consent': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    version: string | Statement
    givenAt?: Date | Statement | undefined
  }
  'app.consent_link': {
    cooperativeId?: CooperativeId | Statement | undefined
    linkId: string | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    tokenHash: Uint8Array | Statement
    madeBy: string | Statement
    madeByName: string | Statement
    madeAt?: Date | Statement | undefined
    expiresAt: Date | Statement
    endedAt?: Date | null | Statement | undefined
    outcome?: 'accepted' | 'declined' | 'replaced' | null | Statement | undefined
    codesSent?: number | Statement | undefined
    codeSentAt?: Date | null | Statement | undefined
    codeHash?: Uint8Array | null | Statement | undefined
    triesLeft?: number | Statement | undefined
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
  'app.deduction_element': {
    cooperativeId?: CooperativeId | Statement | undefined
    employerId: EmployerId | Statement
    element: string | Statement
    meantFor: 'loans' | 'levy' | 'savings' | 'shares' | 'total' | 'other' | Statement
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
    meantFor?: 'loans' | 'levy' | 'savings' | 'shares' | 'total' | Statement | undefined
    rowsSetAside?: number | Statement | undefined
    setAsideAmount?: bigint | number | Statement | undefined
    afterReturnId?: string | null | Statement | undefined
    fileTotals?: Statement | undefined
    fileSays?: null | Statement | undefined
    paidBeforeAcceptedAmount?: bigint | number | null | Statement | undefined
  }
  'app.deduction_return_line': {
    cooperativeId?: CooperativeId | Statement | undefined
    returnId: ReturnId | Statement
    number: number | Statement
    fileRow?: number | null | Statement | undefined
    lineNumber?: number | null | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
    staffNumber: string | Statement
    membershipno: string | Statement
    name: string | Statement
    kind: 'exact' | 'short' | 'over' | 'mixed' | 'rose' | 'fell' | 'missing' | 'unknown' | 'duplicate' | Statement
    note?: string | null | Statement | undefined
    scheduledAmount: bigint | number | Statement
    deductedAmount: bigint | number | Statement
    decision?: 'post' | 'split' | 'hold' | 'refuse' | null | Statement | undefined
    loansAmount?: bigint | number | Statement | undefined
    levyAmount?: bigint | number | Statement | undefined
    savingsAmount?: bigint | number | Statement | undefined
    sharesAmount?: bigint | number | Statement | undefined
    unallocatedAmount?: bigint | number | Statement | undefined
    owedTo?: string | null | Statement | undefined
    compared?: readonly string[] | Statement | undefined
    fileLoansAmount?: bigint | number | null | Statement | undefined
    fileLevyAmount?: bigint | number | null | Statement | undefined
    fileSavingsAmount?: bigint | number | null | Statement | undefined
    fileSharesAmount?: bigint | number | null | Statement | undefined
    repeats?: number | null | Statement | undefined
    namesOther?: boolean | Statement | undefined
    beforeLoansAmount?: bigint | number | Statement | undefined
    beforeLevyAmount?: bigint | number | Statement | undefined
    beforeSavingsAmount?: bigint | number | Statement | undefined
    beforeSharesAmount?: bigint | number | Statement | undefined
  }
  'app.deduction_return_row': {
    cooperativeId?: CooperativeId | Statement | undefined
    returnId: ReturnId | Statement
    fileRow: number | Statement
    staffNumber?: string | null | Statement | undefined
    membershipno?: string | null | Statement | undefined
    name: string | Statement
    element?: string | null | Statement | undefined
    deductedAmount: bigint | number | Statement
    fileLoansAmount?: bigint | number | null | Statement | undefined
    fileLevyAmount?: bigint | number | null | Statement | undefined
    fileSavingsAmount?: bigint | number | null | Statement | undefined
    fileSharesAmount?: bigint | number | null | Statement | undefined
    alike?: number | null | Statement | undefined
    problem?: 'amount' | 'formula' | 'negative' | 'parts' | null | Statement | undefined
    cell?: string | null | Statement | undefined
    cellOf?: 'loans' | 'levy' | 'savings' | 'shares' | null | Statement | undefined
    choice?: 'corrected' | 'left_out' | null | Statement | undefined
    correctedAmount?: bigint | number | null | Statement | undefined
    confirmed?: 'counted' | 'added' | null | Statement | undefined
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
  'app.depreciation_run': {
    cooperativeId?: CooperativeId | Statement | undefined
    runId: string | Statement
    transactionId: TransactionId | Statement
    through: Day | Statement
    amount: bigint | number | Statement
    assets: number | Statement
    releasedAt?: Date | null | Statement | undefined
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
  'app.document': {
    cooperativeId?: CooperativeId | Statement | undefined
    documentId: DocumentId | Statement
    kind: string | Statement
    fileName: string | Statement
    mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | Statement
    content: Uint8Array | Statement
    sha256: Uint8Array | Statement
    uploadedBy: string | Statement
    uploadedAt?: Date | Statement | undefined
  }
  'app.due_from_change': {
    cooperativeId?: CooperativeId | Statement | undefined
    changeId: string | Statement
    memberId: MemberId | Statement
    dueFrom: Day | Statement
    arrears: bigint | number | Statement
    reason: string | Statement
    changedBy: string | Statement
    changedByName: string | Statement
    changedAt?: Date | Statement | undefined
  }
  'app.election': {
    cooperativeId?: CooperativeId | Statement | undefined
    electionId: ElectionId | Statement
    title: string | Statement
    meetingId?: MeetingId | null | Statement | undefined
    nominationsOpenAt: Date | Statement
    nominationsCloseAt: Date | Statement
    takesOfficeOn: Day | Statement
    termYears: number | Statement
    termsMax: number | Statement
    seconders: number | Statement
    memberForDays: number | Statement
    arrearsExcluded: boolean | Statement
    unopposed: string | Statement
    tieRule: string | Statement
    status?: 'open' | 'completed' | 'cancelled' | Statement | undefined
    openedByName: string | Statement
    openedAt?: Date | Statement | undefined
    cancelledReason?: string | null | Statement | undefined
    turnoutMin?: number | Statement | undefined
  }
  'app.election_ballot': {
    cooperativeId?: CooperativeId | Statement | undefined
    electionId: ElectionId | Statement
    postId: PostId | Statement
    round: number | Statement
    voteId: VoteId | Statement
    seats: number | Statement
    candidates: readonly string[] | Statement
  }
  'app.election_post': {
    cooperativeId?: CooperativeId | Statement | undefined
    electionId: ElectionId | Statement
    postId: PostId | Statement
    seats: number | Statement
    outcome?: 'elected' | 'unopposed' | 'not_elected' | 'vacant' | null | Statement | undefined
    note?: string | null | Statement | undefined
  }
  'app.election_rules': {
    cooperativeId?: CooperativeId | Statement | undefined
    termYears: number | Statement
    termClause: string | Statement
    termsMax: number | Statement
    termsClause: string | Statement
    seconders: number | Statement
    secondersClause: string | Statement
    memberForDays: number | Statement
    memberForClause: string | Statement
    arrearsExcluded: boolean | Statement
    arrearsClause: string | Statement
    unopposed: 'declared' | 'vote' | Statement
    unopposedClause: string | Statement
    tieRule: 'run_off' | 'lots' | Statement
    tieClause: string | Statement
    turnoutMin?: number | Statement | undefined
    turnoutClause?: string | Statement | undefined
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
  'app.enquiry': {
    cooperativeId?: CooperativeId | Statement | undefined
    enquiryId: EnquiryId | Statement
    kind: 'complaint' | 'suggestion' | 'audit_query' | Statement
    subject: string | Statement
    status?: 'open' | 'in_progress' | 'answered' | 'closed' | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
    askedBy?: string | null | Statement | undefined
    askedByName?: string | null | Statement | undefined
    reference?: Uint8Array | null | Statement | undefined
    askedAt?: Date | Statement | undefined
    changedAt?: Date | Statement | undefined
    closedByName?: string | null | Statement | undefined
    officersNotified: boolean | Statement
  }
  'app.enquiry_key': {
    cooperativeId?: CooperativeId | Statement | undefined
    month: Day | Statement
    publicKey: Uint8Array | Statement
    sealed?: Uint8Array | null | Statement | undefined
  }
  'app.enquiry_message': {
    cooperativeId?: CooperativeId | Statement | undefined
    enquiryId: EnquiryId | Statement
    messageId: MessageId | Statement
    memberId?: MemberId | null | Statement | undefined
    isAnswer: boolean | Statement
    authorName?: string | null | Statement | undefined
    text: string | Statement
    writtenAt?: Date | Statement | undefined
  }
  'app.erasure_request': {
    cooperativeId?: CooperativeId | Statement | undefined
    requestId: string | Statement
    memberId: MemberId | Statement
    reason?: string | null | Statement | undefined
    status?: 'pending' | 'refused' | 'carried_out' | Statement | undefined
    askedAt?: Date | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    decidedReason?: string | null | Statement | undefined
    writtenOn?: Day | null | Statement | undefined
    recordedBy?: string | null | Statement | undefined
    recordedByName?: string | null | Statement | undefined
  }
  'app.export': {
    cooperativeId?: CooperativeId | Statement | undefined
    exportId: ExportId | Statement
    status: 'running' | 'ready' | 'failed' | Statement
    progress?: number | Statement | undefined
    steps?: number | Statement | undefined
    bytes?: bigint | number | null | Statement | undefined
    failure?: string | null | Statement | undefined
    requestedBy: string | Statement
    requestedByName: string | Statement
    createdAt?: Date | Statement | undefined
    readyAt?: Date | null | Statement | undefined
  }
  'app.export_part': {
    cooperativeId?: CooperativeId | Statement | undefined
    exportId: ExportId | Statement
    number: number | Statement
    content: Uint8Array | Statement
  }
  'app.external_auditor': {
    cooperativeId?: CooperativeId | Statement | undefined
    auditorId: string | Statement
    number: number | Statement
    loginId: LoginId | Statement
    name: string | Statement
    phone?: string | null | Statement | undefined
    email?: string | null | Statement | undefined
    endsOn: Day | Statement
    invitedBy: string | Statement
    invitedByName: string | Statement
    invitedAt?: Date | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    endedByName?: string | null | Statement | undefined
  }
  'app.filing': {
    cooperativeId?: CooperativeId | Statement | undefined
    filingId: FilingId | Statement
    kind: 'annual_return' | 'audit' | 'annual_meeting' | 'licence' | 'tax' | 'data_protection' | 'other' | Statement
    name: string | Statement
    authority?: string | null | Statement | undefined
    dueOn: Day | Statement
    everyMonths?: number | null | Statement | undefined
    remindDays: number | Statement
    note?: string | null | Statement | undefined
    isPreset?: boolean | Statement | undefined
    remindedOn?: Day | null | Statement | undefined
    doneOn?: Day | null | Statement | undefined
    doneByName?: string | null | Statement | undefined
    reference?: string | null | Statement | undefined
    createdBy: string | Statement
    createdAt?: Date | Statement | undefined
  }
  'app.good': {
    cooperativeId?: CooperativeId | Statement | undefined
    goodId: GoodId | Statement
    name: string | Statement
    unit: string | Statement
    price: bigint | number | Statement
    retiredAt?: Date | null | Statement | undefined
    createdAt?: Date | Statement | undefined
  }
  'app.guarantee_paper': {
    cooperativeId?: CooperativeId | Statement | undefined
    paperId: string | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    documentId: DocumentId | Statement
    status?: 'waiting' | 'confirmed' | 'declined' | 'replaced' | Statement | undefined
    addedBy: string | Statement
    addedByName: string | Statement
    addedAt?: Date | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    reason?: string | null | Statement | undefined
  }
  'app.hand_over': {
    cooperativeId?: CooperativeId | Statement | undefined
    handOverId: HandOverId | Statement
    electionId: ElectionId | Statement
    postId: PostId | Statement
    memberId: MemberId | Statement
    cameBy: 'elected' | 'unopposed' | Statement
    takesOfficeOn: Day | Statement
    termEndsOn: Day | Statement
    status?: 'planned' | 'done' | 'cancelled' | 'failed' | Statement | undefined
    reason?: string | null | Statement | undefined
    decidedByName: string | Statement
    decidedAt?: Date | Statement | undefined
    endedAt?: Date | null | Statement | undefined
  }
  'app.held_money_use': {
    cooperativeId?: CooperativeId | Statement | undefined
    useId: string | Statement
    kind: 'allocate' | 'refund' | 'return' | Statement
    itemEntryId: string | Statement
    itemLine?: number | null | Statement | undefined
    amount: bigint | number | Statement
    entryId?: EntryId | null | Statement | undefined
    transactionId?: TransactionId | null | Statement | undefined
    usedByName: string | Statement
    usedAt?: Date | Statement | undefined
  }
  'app.interest_run': {
    cooperativeId?: CooperativeId | Statement | undefined
    runId: string | Statement
    transactionId: TransactionId | Statement
    accountTypeId: AccountTypeId | Statement
    firstDay: Day | Statement
    lastDay: Day | Statement
    rateBasisPoints: number | Statement
    dayCount: string | Statement
    rounding: string | Statement
    method: string | Statement
    leastBalance: bigint | number | Statement
    members: number | Statement
    total: bigint | number | Statement
    seenToNo: bigint | number | Statement
  }
  'app.leaving': {
    cooperativeId?: CooperativeId | Statement | undefined
    leavingId: LeavingId | Statement
    memberId: MemberId | Statement
    reason: 'resignation' | 'expulsion' | 'death' | 'merged' | Statement
    status: 'open' | 'waiting' | 'settled' | 'cancelled' | 'reversed' | 'readmitted' | Statement
    noticedOn: Day | Statement
    noticeEndsOn?: Day | null | Statement | undefined
    waivedReason?: string | null | Statement | undefined
    waivedByName?: string | null | Statement | undefined
    waivedAt?: Date | null | Statement | undefined
    note?: string | null | Statement | undefined
    statusBefore: 'active' | 'inactive' | Statement
    startedBy: string | Statement
    startedByName: string | Statement
    startedAt?: Date | Statement | undefined
    settlementId?: SettlementId | null | Statement | undefined
    settledOn?: Day | null | Statement | undefined
    held?: bigint | number | null | Statement | undefined
    setOff?: bigint | number | null | Statement | undefined
    fee?: bigint | number | null | Statement | undefined
    net?: bigint | number | null | Statement | undefined
    statement?: null | Statement | undefined
    approvalsNeeded?: number | null | Statement | undefined
    askedBy?: string | null | Statement | undefined
    askedByName?: string | null | Statement | undefined
    askedAt?: Date | null | Statement | undefined
    entryId?: EntryId | null | Statement | undefined
    entryNo?: bigint | number | null | Statement | undefined
    receiptNumber?: string | null | Statement | undefined
    settledByName?: string | null | Statement | undefined
    settledAt?: Date | null | Statement | undefined
    endedByName?: string | null | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    endedReason?: string | null | Statement | undefined
    joinedOn?: Day | null | Statement | undefined
    leftOn?: Day | null | Statement | undefined
    readmittedOn?: Day | null | Statement | undefined
  }
  'app.leaving_payout': {
    cooperativeId?: CooperativeId | Statement | undefined
    payoutId: PayoutId | Statement
    leavingId: LeavingId | Statement
    number: number | Statement
    status: 'posted' | 'reversed' | Statement
    amount: bigint | number | Statement
    occurredOn: Day | Statement
    accountId: AccountId | Statement
    accountName: string | Statement
    entryId: EntryId | Statement
    entryNo: bigint | number | Statement
    receiptNumber: string | Statement
    recordedBy: string | Statement
    recordedByName: string | Statement
    createdAt?: Date | Statement | undefined
    reversalNo?: bigint | number | null | Statement | undefined
    reversalReason?: string | null | Statement | undefined
    reversedByName?: string | null | Statement | undefined
    reversedAt?: Date | null | Statement | undefined
  }
  'app.loan': {
    cooperativeId?: CooperativeId | Statement | undefined
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    loanConfigurationId: LoanConfigurationId | Statement
    status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'active' | 'completed' | 'written_off' | 'withdrawn' | 'restructured' | Statement
    principal: bigint | number | Statement
    instalments: number | Statement
    interestMethod: 'flat' | 'equal_instalment' | 'equal_principal' | 'upfront' | 'murabaha' | Statement
    annualRatePpm: number | Statement
    purpose?: string | null | Statement | undefined
    collateral?: string | null | Statement | undefined
    recordedBy: string | Statement
    recordedByName: string | Statement
    submittedAt?: Date | Statement | undefined
    accountId?: AccountId | null | Statement | undefined
    startOn?: Day | null | Statement | undefined
    firstDueOn?: Day | null | Statement | undefined
    disbursed?: bigint | number | Statement | undefined
    interestDeducted?: bigint | number | Statement | undefined
    paidPrincipal?: bigint | number | Statement | undefined
    paidInterest?: bigint | number | Statement | undefined
    paidFees?: bigint | number | Statement | undefined
    paidPenalties?: bigint | number | Statement | undefined
    regularInstalment?: bigint | number | null | Statement | undefined
    terms: Statement
    netSalary?: bigint | number | null | Statement | undefined
    approvalsNeeded?: number | Statement | undefined
    madeByOfficer?: boolean | Statement | undefined
    ownPledgeId?: string | null | Statement | undefined
    writtenOff?: bigint | number | Statement | undefined
    recovered?: bigint | number | Statement | undefined
    rescheduledOn?: Day | null | Statement | undefined
    feesDeducted?: bigint | number | Statement | undefined
    penaltiesKnownUntil?: Day | null | Statement | undefined
    keptDaysLate?: number | Statement | undefined
    paidOnTime?: number | Statement | undefined
    wantedOn?: Day | null | Statement | undefined
  }
  'app.loan_accrual': {
    cooperativeId?: CooperativeId | Statement | undefined
    accrualId: string | Statement
    transactionId: TransactionId | Statement
    accruedOn: Day | Statement
    receivable: bigint | number | Statement
    inAdvance: bigint | number | Statement
    suspended: bigint | number | Statement
    seenToNo?: bigint | number | Statement | undefined
    collected?: bigint | number | Statement | undefined
    payable?: bigint | number | Statement | undefined
    released?: bigint | number | Statement | undefined
  }
  'app.loan_configuration': {
    cooperativeId?: CooperativeId | Statement | undefined
    loanConfigurationId: LoanConfigurationId | Statement
    code: string | Statement
    name: string | Statement
    interestMethod: 'flat' | 'equal_instalment' | 'equal_principal' | 'upfront' | 'murabaha' | Statement
    annualRatePpm: number | Statement
    instalmentsMax: number | Statement
    savingsMultiplePercent: number | Statement
    isDefault?: boolean | Statement | undefined
    retiredAt?: Date | null | Statement | undefined
    controlId: string | Statement
    rules?: Statement | undefined
  }
  'app.loan_decision': {
    cooperativeId?: CooperativeId | Statement | undefined
    loanId: LoanId | Statement
    decision: 'approved' | 'rejected' | 'withdrawn' | Statement
    memberId: MemberId | Statement
    reason?: string | null | Statement | undefined
    decidedBy: string | Statement
    decidedByName: string | Statement
    decidedAt?: Date | Statement | undefined
  }
  'app.loan_delivery': {
    cooperativeId?: CooperativeId | Statement | undefined
    deliveryId: string | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    deliveredOn: Day | Statement
    receivedBy?: string | null | Statement | undefined
    recordedBy: string | Statement
    recordedByName: string | Statement
    createdAt?: Date | Statement | undefined
    undoneReason?: string | null | Statement | undefined
    undoneBy?: string | null | Statement | undefined
    undoneByName?: string | null | Statement | undefined
    undoneAt?: Date | null | Statement | undefined
  }
  'app.loan_document': {
    cooperativeId?: CooperativeId | Statement | undefined
    documentId: DocumentId | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    fileName: string | Statement
    mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | Statement
    bytes: number | Statement
    content?: Uint8Array | null | Statement | undefined
    sha256: Uint8Array | Statement
    addedBy: string | Statement
    addedByName: string | Statement
    addedAt?: Date | Statement | undefined
    removedBy?: string | null | Statement | undefined
    removedByName?: string | null | Statement | undefined
    removedAt?: Date | null | Statement | undefined
  }
  'app.loan_guarantor': {
    cooperativeId?: CooperativeId | Statement | undefined
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    memberName: string | Statement
    membershipno: string | Statement
    status?: 'asked' | 'accepted' | 'declined' | 'replaced' | Statement | undefined
    amount?: bigint | number | Statement | undefined
    askedAt?: Date | Statement | undefined
    answeredAt?: Date | null | Statement | undefined
    pledgeId?: PledgeId | null | Statement | undefined
    replaces?: string | null | Statement | undefined
    answeredWay?: 'app' | 'link' | 'paper' | 'old_books' | null | Statement | undefined
    confirmedByName?: string | null | Statement | undefined
    seenByNames?: string | null | Statement | undefined
  }
  'app.logo': {
    cooperativeId?: CooperativeId | Statement | undefined
    content: Uint8Array | Statement
    updatedAt?: Date | Statement | undefined
  }
  'app.meeting': {
    cooperativeId?: CooperativeId | Statement | undefined
    meetingId: MeetingId | Statement
    kind: 'general' | 'annual_general' | 'special_general' | 'committee' | Statement
    title: string | Statement
    meetsOn: Day | Statement
    meetsAt: string | Statement
    place: string | Statement
    agenda: readonly string[] | Statement
    status?: 'planned' | 'held' | 'cancelled' | Statement | undefined
    quorum?: number | null | Statement | undefined
    present?: number | Statement | undefined
    noticeId?: string | null | Statement | undefined
    noticeSentAt?: Date | null | Statement | undefined
    noticeRecipients?: number | null | Statement | undefined
    noticeOutdated?: boolean | Statement | undefined
    minutes?: string | null | Statement | undefined
    minutesByName?: string | null | Statement | undefined
    minutesAt?: Date | null | Statement | undefined
    resolutions?: Statement | undefined
    adoptedAt?: Date | null | Statement | undefined
    adoptedByName?: string | null | Statement | undefined
    cancelledReason?: string | null | Statement | undefined
    cancelledAt?: Date | null | Statement | undefined
    createdBy: string | Statement
    createdAt?: Date | Statement | undefined
    changedAt?: Date | Statement | undefined
    adoptedAtMeetingId?: string | null | Statement | undefined
    quorumFromByeLaws?: boolean | Statement | undefined
    quorumPercent?: number | null | Statement | undefined
    quorumOf?: number | null | Statement | undefined
    quorumClause?: string | Statement | undefined
    noticeGivenOn?: Day | null | Statement | undefined
    noticeToAll?: boolean | Statement | undefined
    noticeDays?: number | null | Statement | undefined
    noticeClause?: string | Statement | undefined
    shortNoticeReason?: string | null | Statement | undefined
  }
  'app.meeting_action': {
    cooperativeId?: CooperativeId | Statement | undefined
    actionId: ActionId | Statement
    meetingId: MeetingId | Statement
    wording: string | Statement
    memberId: MemberId | Statement
    memberName: string | Statement
    dueOn: Day | Statement
    agendaLine?: number | null | Statement | undefined
    status?: 'open' | 'done' | 'dropped' | Statement | undefined
    endedOn?: Day | null | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    endedByName?: string | null | Statement | undefined
    endedByMember?: boolean | null | Statement | undefined
    isInMinutes?: boolean | Statement | undefined
    note?: string | null | Statement | undefined
    remindedOn: Day | Statement
    createdBy: string | Statement
    createdAt?: Date | Statement | undefined
  }
  'app.meeting_answer': {
    cooperativeId?: CooperativeId | Statement | undefined
    meetingId: MeetingId | Statement
    memberId: MemberId | Statement
    isComing: boolean | Statement
    answeredAt?: Date | Statement | undefined
  }
  'app.member': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    membershipNumber: number | Statement
    membershipno: string | Statement
    firstName: string | Statement
    lastName: string | Statement
    phone?: string | null | Statement | undefined
    email?: string | null | Statement | undefined
    address?: string | null | Statement | undefined
    dateOfBirth?: Day | null | Statement | undefined
    registrationDate: Day | Statement
    gender: string | Statement
    maritalStatus: string | Statement
    employmentStatus: string | Statement
    monthlyContribution?: bigint | number | Statement | undefined
    profilePicture?: string | null | Statement | undefined
    nextOfKinFirstName?: string | null | Statement | undefined
    nextOfKinLastName?: string | null | Statement | undefined
    nextOfKinPhone?: string | null | Statement | undefined
    nextOfKinEmail?: string | null | Statement | undefined
    nextOfKinAddress?: string | null | Statement | undefined
    nextOfKinRelationship?: string | null | Statement | undefined
    nomineeFirstName?: string | null | Statement | undefined
    nomineeLastName?: string | null | Statement | undefined
    nomineePhone?: string | null | Statement | undefined
    nomineeEmail?: string | null | Statement | undefined
    nomineeAddress?: string | null | Statement | undefined
    nomineeRelationship?: string | null | Statement | undefined
    status?: 'active' | 'inactive' | 'left' | 'deceased' | Statement | undefined
    roles?: readonly string[] | Statement | undefined
    searchText: string | Statement
    createdAt?: Date | Statement | undefined
    removedAt?: Date | null | Statement | undefined
    leftOn?: Day | null | Statement | undefined
    officeEndsOn?: Day | null | Statement | undefined
    contributionsDueFrom: Day | Statement
    otherPhone?: string | null | Statement | undefined
    sharesPhone?: boolean | Statement | undefined
    title?: string | null | Statement | undefined
    formerNumber?: string | null | Statement | undefined
    occupation?: string | null | Statement | undefined
    mergedInto?: string | null | Statement | undefined
    inactiveSince?: Date | null | Statement | undefined
  }
  'app.member_document': {
    cooperativeId?: CooperativeId | Statement | undefined
    documentId: DocumentId | Statement
    memberId: MemberId | Statement
    fileName: string | Statement
    mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | Statement
    bytes: number | Statement
    content?: Uint8Array | null | Statement | undefined
    sha256: Uint8Array | Statement
    addedBy: string | Statement
    addedByName: string | Statement
    addedAt?: Date | Statement | undefined
    removedBy?: string | null | Statement | undefined
    removedByName?: string | null | Statement | undefined
    removedAt?: Date | null | Statement | undefined
  }
  'app.member_photo': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    content: Uint8Array | Statement
    version: string | Statement
    addedByName: string | Statement
    addedAt?: Date | Statement | undefined
  }
  'app.member_request': {
    cooperativeId?: CooperativeId | Statement | undefined
    requestId: string | Statement
    memberId: MemberId | Statement
    kind: 'contribution' | 'profile' | 'nominees' | Statement
    status?: 'waiting' | 'approved' | 'declined' | 'withdrawn' | Statement | undefined
    monthlyBefore?: bigint | number | null | Statement | undefined
    monthly?: bigint | number | null | Statement | undefined
    month?: Day | null | Statement | undefined
    fields?: null | Statement | undefined
    note?: string | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    reason?: string | null | Statement | undefined
    nomineesBefore?: null | Statement | undefined
    nominees?: null | Statement | undefined
  }
  'app.member_status_change': {
    cooperativeId?: CooperativeId | Statement | undefined
    changeId: string | Statement
    memberId: MemberId | Statement
    fromStatus: string | Statement
    toStatus: string | Statement
    reason: string | Statement
    changedBy: string | Statement
    changedByName: string | Statement
    changedAt?: Date | Statement | undefined
  }
  'app.member_view': {
    cooperativeId?: CooperativeId | Statement | undefined
    viewId: string | Statement
    loginId: LoginId | Statement
    name: string | Statement
    shows: Statement
    createdAt?: Date | Statement | undefined
  }
  'app.membership_application': {
    cooperativeId?: CooperativeId | Statement | undefined
    applicationId: string | Statement
    number: number | Statement
    status?: 'waiting' | 'approved' | 'declined' | Statement | undefined
    firstName: string | Statement
    lastName: string | Statement
    phone: string | Statement
    email?: string | null | Statement | undefined
    address?: string | null | Statement | undefined
    dateOfBirth?: Day | null | Statement | undefined
    gender?: string | null | Statement | undefined
    maritalStatus?: string | null | Statement | undefined
    employmentStatus?: string | null | Statement | undefined
    employer?: string | null | Statement | undefined
    staffNumber?: string | null | Statement | undefined
    monthlyContribution: bigint | number | Statement
    nextOfKinFirstName?: string | null | Statement | undefined
    nextOfKinLastName?: string | null | Statement | undefined
    nextOfKinPhone?: string | null | Statement | undefined
    nextOfKinRelationship?: string | null | Statement | undefined
    introducedBy?: string | null | Statement | undefined
    note?: string | null | Statement | undefined
    consentVersion: string | Statement
    addressHash?: Uint8Array | null | Statement | undefined
    searchText: string | Statement
    createdAt?: Date | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    reason?: string | null | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
  }
  'app.message_preference': {
    cooperativeId?: CooperativeId | Statement | undefined
    preferenceId?: string | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
    kind: 'receipt' | 'reminder' | 'meeting' | 'loan' | Statement
    way: 'app' | 'sms' | 'email' | 'both' | 'whatsapp' | Statement
    changedAt?: Date | Statement | undefined
  }
  'app.nominee': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    number: number | Statement
    firstName?: string | null | Statement | undefined
    lastName?: string | null | Statement | undefined
    relationship?: string | null | Statement | undefined
    phone?: string | null | Statement | undefined
    email?: string | null | Statement | undefined
    address?: string | null | Statement | undefined
    shareBasisPoints: number | Statement
    namedAt?: Date | null | Statement | undefined
  }
  'app.online_payment': {
    cooperativeId?: CooperativeId | Statement | undefined
    paymentId: string | Statement
    memberId?: MemberId | null | Statement | undefined
    provider: string | Statement
    reference: string | Statement
    status?: 'created' | 'initialized' | 'failed' | 'expired' | 'paid' | 'posted' | 'unallocated' | 'allocated' | 'stopped' | Statement | undefined
    amount: bigint | number | Statement
    surcharge: bigint | number | Statement
    subaccount?: string | null | Statement | undefined
    checkoutUrl?: string | null | Statement | undefined
    received?: bigint | number | null | Statement | undefined
    fees?: bigint | number | null | Statement | undefined
    paidAt?: Date | null | Statement | undefined
    whyNotPosted?: string | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    expiresAt: Date | Statement
    checkAt: Date | Statement
    endedAt?: Date | null | Statement | undefined
    allocatedByName?: string | null | Statement | undefined
    sentTo?: string | null | Statement | undefined
    sender?: string | null | Statement | undefined
  }
  'app.online_payment_settings': {
    cooperativeId?: CooperativeId | Statement | undefined
    isOn: boolean | Statement
    subaccount?: string | null | Statement | undefined
    chargeBorneBy: 'society' | 'member' | Statement
    transfersTo?: string | null | Statement | undefined
  }
  'app.open_ballot': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    memberId: MemberId | Statement
    choices: readonly number[] | Statement
  }
  'app.opening_balances': {
    cooperativeId?: CooperativeId | Statement | undefined
    openingBalancesId: OpeningBalancesId | Statement
    asOf: Day | Statement
    fileName: string | Statement
    transactionId?: TransactionId | null | Statement | undefined
    uploadedBy: string | Statement
    uploadedByName: string | Statement
    uploadedAt?: Date | Statement | undefined
    sheetColumns: Statement
  }
  'app.payment_batch': {
    cooperativeId?: CooperativeId | Statement | undefined
    batchId: string | Statement
    batchNumber: number | Statement
    accountId: AccountId | Statement
    status?: 'draft' | 'approved' | 'finished' | 'cancelled' | Statement | undefined
    preparedByName: string | Statement
    preparedAt?: Date | Statement | undefined
    approvedByName?: string | null | Statement | undefined
    approvedAt?: Date | null | Statement | undefined
  }
  'app.payment_batch_file': {
    cooperativeId?: CooperativeId | Statement | undefined
    fileId: string | Statement
    batchId: string | Statement
    downloadedByName: string | Statement
    downloadedAt?: Date | Statement | undefined
    voidByName?: string | null | Statement | undefined
    voidAt?: Date | null | Statement | undefined
  }
  'app.payment_batch_item': {
    cooperativeId?: CooperativeId | Statement | undefined
    batchId: string | Statement
    line: number | Statement
    kind: 'withdrawal' | 'share_redemption' | 'disbursement' | Statement
    entryId: EntryId | Statement
    sourceId: string | Statement
    loanId?: LoanId | null | Statement | undefined
    memberId: MemberId | Statement
    amount: bigint | number | Statement
    bankName: string | Statement
    accountNumber: string | Statement
    accountName: string | Statement
    isFirst: boolean | Statement
    status?: 'waiting' | 'paid' | 'failed' | 'cancelled' | Statement | undefined
    reason?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
  }
  'app.payment_case_handling': {
    cooperativeId?: CooperativeId | Statement | undefined
    handlingId: string | Statement
    caseId: string | Statement
    transactionId?: TransactionId | null | Statement | undefined
    handledByName: string | Statement
    handledAt?: Date | Statement | undefined
    releasedAt?: Date | null | Statement | undefined
  }
  'app.payout': {
    cooperativeId?: CooperativeId | Statement | undefined
    payoutId: PayoutId | Statement
    batchId: string | Statement
    line: number | Statement
    provider: string | Statement
    reference: string | Statement
    status?: 'queued' | 'sending' | 'sent' | 'held' | 'paid' | 'failed' | 'stopped' | Statement | undefined
    recipient?: string | null | Statement | undefined
    why?: string | null | Statement | undefined
    askedByName: string | Statement
    askedAt?: Date | Statement | undefined
    sendingAt?: Date | null | Statement | undefined
    sentAt?: Date | null | Statement | undefined
    checkAt?: Date | null | Statement | undefined
    fee?: bigint | number | null | Statement | undefined
  }
  'app.payout_key': {
    cooperativeId?: CooperativeId | Statement | undefined
    keyId: string | Statement
    provider: string | Statement
    sealedKey?: Uint8Array | null | Statement | undefined
    keyEnd: string | Statement
    enteredByName: string | Statement
    enteredAt?: Date | Statement | undefined
    usedSince?: Date | null | Statement | undefined
    endedAt?: Date | null | Statement | undefined
  }
  'app.payout_settings': {
    cooperativeId?: CooperativeId | Statement | undefined
    address: string | Statement
    dailyLimit?: bigint | number | null | Statement | undefined
  }
  'app.penalty_waiver': {
    cooperativeId?: CooperativeId | Statement | undefined
    waiverId: string | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    status: 'posted' | 'reversed' | Statement
    occurredOn: Day | Statement
    dueOn: readonly string[] | Statement
    amount: bigint | number | Statement
    reason: string | Statement
    recordedBy: string | Statement
    recordedByName: string | Statement
    createdAt?: Date | Statement | undefined
    reversalReason?: string | null | Statement | undefined
    reversedByName?: string | null | Statement | undefined
    reversedAt?: Date | null | Statement | undefined
  }
  'app.pledge': {
    cooperativeId?: CooperativeId | Statement | undefined
    pledgeId: PledgeId | Statement
    memberId: MemberId | Statement
    accountTypeId: AccountTypeId | Statement
    accountId: AccountId | Statement
    amount: bigint | number | Statement
    kind: 'hold' | 'own_loan' | 'guarantee' | Statement
    subjectId?: string | null | Statement | undefined
    reason: string | Statement
    placedBy: string | Statement
    placedByName: string | Statement
    placedAt?: Date | Statement | undefined
    releasedAt?: Date | null | Statement | undefined
    releasedBy?: string | null | Statement | undefined
    releasedByName?: string | null | Statement | undefined
    releasedReason?: string | null | Statement | undefined
    held: bigint | number | Statement
  }
  'app.post_term': {
    cooperativeId?: CooperativeId | Statement | undefined
    termId: TermId | Statement
    postId: PostId | Statement
    memberId: MemberId | Statement
    startedOn: Day | Statement
    endsOn?: Day | null | Statement | undefined
    endedOn?: Day | null | Statement | undefined
    cameBy: 'elected' | 'unopposed' | 'by_election' | 'appointed' | 'earlier' | Statement
    meetingId?: MeetingId | null | Statement | undefined
    electionId?: ElectionId | null | Statement | undefined
    endReason?: 'succeeded' | 'term_over' | 'resigned' | 'removed' | 'left_society' | 'died' | 'other' | null | Statement | undefined
    endNote?: string | null | Statement | undefined
    recordedByName: string | Statement
    recordedAt?: Date | Statement | undefined
  }
  'app.reminder_setting': {
    cooperativeId?: CooperativeId | Statement | undefined
    remindDaysBefore?: number | Statement | undefined
    remindOverdue?: boolean | Statement | undefined
    remindBySms?: boolean | Statement | undefined
    remindByEmail?: boolean | Statement | undefined
    remindedOn?: Day | null | Statement | undefined
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
  'app.rescheduling': {
    cooperativeId?: CooperativeId | Statement | undefined
    reschedulingId: ReschedulingId | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    status: 'posted' | 'reversed' | Statement
    occurredOn: Day | Statement
    instalments: number | Statement
    firstDueOn: Day | Statement
    annualRatePpm: number | Statement
    outstanding: bigint | number | Statement
    interestOwed: bigint | number | Statement
    reason: string | Statement
    recordedBy: string | Statement
    recordedByName: string | Statement
    createdAt?: Date | Statement | undefined
    reversalReason?: string | null | Statement | undefined
    reversedByName?: string | null | Statement | undefined
    reversedAt?: Date | null | Statement | undefined
  }
  'app.reversal_request': {
    cooperativeId?: CooperativeId | Statement | undefined
    reversalId: ReversalId | Statement
    transactionId: TransactionId | Statement
    entryId: EntryId | Statement
    amount: bigint | number | Statement
    lines: number | Statement
    reason: string | Statement
    status?: 'pending' | 'approved' | 'rejected' | Statement | undefined
    approvalsNeeded: number | Statement
    askedBy: string | Statement
    askedByName: string | Statement
    askedAt?: Date | Statement | undefined
    decidedBy?: string | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    decidedReason?: string | null | Statement | undefined
  }
  'app.seconding': {
    cooperativeId?: CooperativeId | Statement | undefined
    candidateId: CandidateId | Statement
    memberId: MemberId | Statement
    secondedAt?: Date | Statement | undefined
  }
  'app.settlement_posting': {
    cooperativeId?: CooperativeId | Statement | undefined
    settlementId: SettlementId | Statement
    transactionId: TransactionId | Statement
    postedByName: string | Statement
    postedAt?: Date | Statement | undefined
    releasedAt?: Date | null | Statement | undefined
  }
  'app.sms_budget': {
    cooperativeId?: CooperativeId | Statement | undefined
    monthMax?: number | null | Statement | undefined
    warnedFor?: Day | null | Statement | undefined
  }
  'app.statement_link': {
    cooperativeId?: CooperativeId | Statement | undefined
    linkId: string | Statement
    memberId: MemberId | Statement
    transactionId?: TransactionId | null | Statement | undefined
    fromOn?: Day | null | Statement | undefined
    toOn?: Day | null | Statement | undefined
    tokenHash: Uint8Array | Statement
    figures?: null | Statement | undefined
    madeBy: string | Statement
    madeByName: string | Statement
    madeAt?: Date | Statement | undefined
    expiresAt: Date | Statement
    withdrawnAt?: Date | null | Statement | undefined
  }
  'app.subaccount_holder': {
    cooperativeId?: CooperativeId | Statement | undefined
    subaccount: string | Statement
    holder: string | Statement
    bank: string | Statement
    accountEnd: string | Statement
    askedAt?: Date | Statement | undefined
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
  'app.transaction': {
    cooperativeId?: CooperativeId | Statement | undefined
    transactionId: TransactionId | Statement
    type: 'contribution' | 'deposit' | 'withdrawal' | 'transfer' | 'share_purchase' | 'share_transfer' | 'share_redemption' | 'charge' | 'journal' | 'expense' | 'income' | 'disbursement' | 'repayment' | 'interest' | 'dividend' | 'fixed_deposit' | 'opening' | Statement
    status: 'pending' | 'approved' | 'rejected' | 'reversed' | Statement
    memberId?: MemberId | null | Statement | undefined
    accountTypeId?: AccountTypeId | null | Statement | undefined
    amount: bigint | number | Statement
    direction: 'in' | 'out' | Statement
    occurredOn: Day | Statement
    period?: Day | null | Statement | undefined
    description: string | Statement
    entryId?: EntryId | null | Statement | undefined
    entryNo?: bigint | number | null | Statement | undefined
    line?: number | null | Statement | undefined
    recordedBy: string | Statement
    recordedByName: string | Statement
    createdAt?: Date | Statement | undefined
    throughAccountId?: string | null | Statement | undefined
    throughName?: string | null | Statement | undefined
    incomeAccountId?: string | null | Statement | undefined
    pairId?: string | null | Statement | undefined
    receiptNumber?: string | null | Statement | undefined
    approvalsNeeded?: number | Statement | undefined
    madeByOfficer?: boolean | Statement | undefined
    party?: string | null | Statement | undefined
    expenseAccountId?: string | null | Statement | undefined
    paidMembers?: readonly string[] | null | Statement | undefined
    reference?: string | null | Statement | undefined
    referenceKey?: string | null | Statement | undefined
  }
  'app.transaction_proof': {
    cooperativeId?: CooperativeId | Statement | undefined
    proofId: ProofId | Statement
    transactionId: TransactionId | Statement
    memberId?: MemberId | null | Statement | undefined
    fileName: string | Statement
    mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | Statement
    bytes: number | Statement
    content?: Uint8Array | null | Statement | undefined
    sha256: Uint8Array | Statement
    addedBy: string | Statement
    addedByName: string | Statement
    addedAt?: Date | Statement | undefined
  }
  'app.transfer_account': {
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    provider: string | Statement
    subaccount?: string | null | Statement | undefined
    askedAt?: Date | Statement | undefined
    checkAt: Date | Statement
    openedAt?: Date | null | Statement | undefined
    customer?: string | null | Statement | undefined
    bank?: string | null | Statement | undefined
    accountNumber?: string | null | Statement | undefined
    accountName?: string | null | Statement | undefined
  }
  'app.vote': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    meetingId?: MeetingId | null | Statement | undefined
    kind: 'resolution' | 'choice' | Statement
    wording: string | Statement
    options: readonly string[] | Statement
    chooseMax: number | Statement
    isSecret: boolean | Statement
    majority: 'simple' | 'two_thirds' | Statement
    tieRule: 'casting_vote' | 'lost' | Statement
    opensAt: Date | Statement
    closesAt: Date | Statement
    publicKey?: Uint8Array | null | Statement | undefined
    status?: 'open' | 'closed' | 'confirmed' | 'cancelled' | Statement | undefined
    openedByName: string | Statement
    openedAt?: Date | Statement | undefined
    rollEligible?: number | null | Statement | undefined
    rollExcluded?: number | null | Statement | undefined
    closedAt?: Date | null | Statement | undefined
    closedByName?: string | null | Statement | undefined
    ballots?: number | null | Statement | undefined
    tally?: readonly number[] | null | Statement | undefined
    outcome?: 'carried' | 'lost' | 'tied' | 'counted' | null | Statement | undefined
    resultHash?: Uint8Array | null | Statement | undefined
    castingVote?: 'for' | 'against' | null | Statement | undefined
    confirmedAt?: Date | null | Statement | undefined
    cancelledReason?: string | null | Statement | undefined
    announcedAt?: Date | Statement | undefined
  }
  'app.vote_confirmation': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    loginId: LoginId | Statement
    name: string | Statement
    confirmedAt?: Date | Statement | undefined
    resultHash: Uint8Array | Statement
    castingVote?: 'for' | 'against' | null | Statement | undefined
  }
  'app.vote_credential': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    memberId: MemberId | Statement
    blindedHash: Uint8Array | Statement
  }
  'app.vote_key': {
    cooperativeId?: CooperativeId | Statement | undefined
    voteId: VoteId | Statement
    sealed: Uint8Array | Statement
  }
  'app.voting_rules': {
    cooperativeId?: CooperativeId | Statement | undefined
    majority: 'simple' | 'two_thirds' | Statement
    majorityClause: string | Statement
    tieRule: 'casting_vote' | 'lost' | Statement
    tieClause: string | Statement
    memberForDays: number | Statement
    memberForClause: string | Statement
    arrearsExcluded: boolean | Statement
    arrearsClause: string | Statement
  }
  'app.webhook': {
    cooperativeId?: CooperativeId | Statement | undefined
    webhookId: WebhookId | Statement
    url: string | Statement
    kinds: readonly string[] | Statement
    sealedSecret: Uint8Array | Statement
    sealedOldSecret?: Uint8Array | null | Statement | undefined
    oldSecretUntil?: Date | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    switchedOffAt?: Date | null | Statement | undefined
    madeByMember?: string | null | Statement | undefined
    officeEndedAt?: Date | null | Statement | undefined
  }
  'app.webhook_delivery': {
    cooperativeId?: CooperativeId | Statement | undefined
    deliveryId?: string | Statement | undefined
    webhookId: WebhookId | Statement
    kind: string | Statement
    data: Statement
    occurredAt?: Date | Statement | undefined
    attempts?: number | Statement | undefined
    nextAttemptAt?: Date | null | Statement | undefined
    lastAttemptAt?: Date | null | Statement | undefined
    deliveredAt?: Date | null | Statement | undefined
    answered?: number | null | Statement | undefined
    milliseconds?: number | null | Statement | undefined
    failure?: string | null | Statement | undefined
  }
  'app.write_off': {
    cooperativeId?: CooperativeId | Statement | undefined
    writeOffId: WriteOffId | Statement
    loanId: LoanId | Statement
    memberId: MemberId | Statement
    status: 'pending' | 'approved' | 'rejected' | 'reversed' | Statement
    amount: bigint | number | Statement
    occurredOn?: Day | null | Statement | undefined
    reason: string | Statement
    releasesPledges: boolean | Statement
    approvalsNeeded: number | Statement
    askedBy: string | Statement
    askedByName: string | Statement
    askedAt?: Date | Statement | undefined
    movementId?: string | null | Statement | undefined
    fromProvision?: bigint | number | null | Statement | undefined
    decidedByName?: string | null | Statement | undefined
    decidedAt?: Date | null | Statement | undefined
    decidedReason?: string | null | Statement | undefined
  }
  'app.year_closing': {
    cooperativeId?: CooperativeId | Statement | undefined
    closingId: string | Statement
    yearFrom: Day | Statement
    yearEnd: Day | Statement
    surplus: bigint | number | Statement
    entryId: EntryId | Statement
    entryNo: bigint | number | Statement
    closedBy: string | Statement
    closedByName: string | Statement
    closedAt?: Date | Statement | undefined
    reversalId?: ReversalId | null | Statement | undefined
    reversalNo?: bigint | number | null | Statement | undefined
    reversedByName?: string | null | Statement | undefined
    reversedAt?: Date | null | Statement | undefined
    reason?: string | null | Statement | undefined
  }
  'audit.event': {
    cooperativeId?: CooperativeId | Statement | undefined
    eventId: string | Statement
    at?: Date | Statement | undefined
    loginId: LoginId | Statement
    actorName: string | Statement
    role: string | Statement
    action: string | Statement
    subjectId?: string | null | Statement | undefined
    requestId: string | Statement
    detail?: null | Statement | undefined
    nameSalt?: string | null | Statement | undefined
    detailSalt?: string | null | Statement | undefined
  }
  'platform.arrival': {
    arrivalId: string | Statement
    stateHash: Uint8Array | Statement
    codeHash: Uint8Array | Statement
    browserHash: Uint8Array | Statement
    purpose: 'login' | 'signup' | 'link' | Statement
    kind: 'cooperative' | 'member' | Statement
    stage: 'code' | 'ticket' | 'used' | Statement
    issuer: string | Statement
    subject: string | Statement
    provider: string | Statement
    email?: string | null | Statement | undefined
    name?: string | null | Statement | undefined
    expiresAt: Date | Statement
  }
  'platform.audit_event': {
    eventId: string | Statement
    at?: Date | Statement | undefined
    loginId: LoginId | Statement
    actorName: string | Statement
    action: string | Statement
    cooperativeId?: CooperativeId | null | Statement | undefined
    detail?: Statement | undefined
    requestId: string | Statement
    address?: string | null | Statement | undefined
  }
  'platform.authenticator': {
    loginId: LoginId | Statement
    sealedKey: Uint8Array | Statement
    lastStep?: number | Statement | undefined
    createdAt?: Date | Statement | undefined
    confirmedAt?: Date | null | Statement | undefined
    lastUsedAt?: Date | null | Statement | undefined
  }
  'platform.code': {
    codeId: string | Statement
    loginId: LoginId | Statement
    purpose: 'activation' | 'reset' | Statement
    cooperativeId?: CooperativeId | null | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
    codeHash: Uint8Array | Statement
    expiresAt: Date | Statement
    triesLeft?: number | Statement | undefined
    usedAt?: Date | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    sentOnly?: boolean | Statement | undefined
  }
  'platform.identity': {
    identityId: IdentityId | Statement
    loginId: LoginId | Statement
    kind: 'cooperative' | 'member' | Statement
    issuer: string | Statement
    subject: string | Statement
    provider: string | Statement
    email?: string | null | Statement | undefined
    name?: string | null | Statement | undefined
    linkedAt?: Date | Statement | undefined
    lastUsedAt?: Date | null | Statement | undefined
  }
  'platform.login': {
    loginId: LoginId | Statement
    kind: 'cooperative' | 'member' | 'superadmin' | 'auditor' | Statement
    cooperativeId?: CooperativeId | null | Statement | undefined
    coopId?: string | null | Statement | undefined
    phone?: string | null | Statement | undefined
    username?: string | null | Statement | undefined
    name: string | Statement
    passwordHash?: string | null | Statement | undefined
    createdAt?: Date | Statement | undefined
    lastLoginAt?: Date | null | Statement | undefined
    firstPasswordEndsAt?: Date | null | Statement | undefined
    person?: string | null | Statement | undefined
    post?: string | null | Statement | undefined
    provedAt?: Date | null | Statement | undefined
    provedHow?: 'phone' | 'in_person' | null | Statement | undefined
    provedBy?: string | null | Statement | undefined
  }
  'platform.login_failure': {
    subject: string | Statement
    bucket: string | Statement
    failures: number | Statement
    windowStartedAt: Date | Statement
    locks?: number | Statement | undefined
    lockedUntil?: Date | null | Statement | undefined
  }
  'platform.login_ticket': {
    ticketHash: Uint8Array | Statement
    loginId: LoginId | Statement
    browserHash: Uint8Array | Statement
    keep: boolean | Statement
    expiresAt: Date | Statement
  }
  'platform.membership': {
    loginId: LoginId | Statement
    cooperativeId?: CooperativeId | Statement | undefined
    memberId: MemberId | Statement
    confirmedAt?: Date | null | Statement | undefined
    lastUsedAt?: Date | null | Statement | undefined
    sessionsEndedAt?: Date | null | Statement | undefined
  }
  'platform.passkey': {
    passkeyId: PasskeyId | Statement
    loginId: LoginId | Statement
    credentialId: string | Statement
    publicKey: Uint8Array | Statement
    counter: bigint | number | Statement
    transports: readonly string[] | Statement
    name: string | Statement
    createdAt?: Date | Statement | undefined
    lastUsedAt?: Date | null | Statement | undefined
  }
  'platform.passkey_challenge': {
    boundHash: Uint8Array | Statement
    purpose: 'add' | 'login' | 'step_up' | Statement
    loginId: LoginId | Statement
    challenge: string | Statement
    expiresAt: Date | Statement
  }
  'platform.recovery_code': {
    loginId: LoginId | Statement
    codeHash: Uint8Array | Statement
    usedAt?: Date | null | Statement | undefined
  }
  'platform.session': {
    sessionId: SessionId | Statement
    loginId: LoginId | Statement
    role: 'coop_admin' | 'member' | 'superadmin' | Statement
    cooperativeId?: CooperativeId | null | Statement | undefined
    memberId?: MemberId | null | Statement | undefined
    keep: boolean | Statement
    accessHash: Uint8Array | Statement
    accessExpiresAt: Date | Statement
    refreshHash: Uint8Array | Statement
    refreshExpiresAt: Date | Statement
    expiresAt: Date | Statement
    previousRefreshHash?: Uint8Array | null | Statement | undefined
    rotationSalt?: Uint8Array | null | Statement | undefined
    rotatedAt?: Date | null | Statement | undefined
    device: string | Statement
    createdAt?: Date | Statement | undefined
    lastUsedAt?: Date | Statement | undefined
    endedAt?: Date | null | Statement | undefined
    endReason?: string | null | Statement | undefined
    signedInAt?: Date | Statement | undefined
    provedAt?: Date | Statement | undefined
    supportAccessId?: SupportAccessId | null | Statement | undefined
  }
  'platform.support_contact': {
    isOnly?: boolean | Statement | undefined
    email: string | Statement
    phone: string | Statement
    whatsapp: string | Statement
    changedAt?: Date | Statement | undefined
  }
  'platform.trusted_device': {
    loginId: LoginId | Statement
    deviceHash: Uint8Array | Statement
    expiresAt: Date | Statement
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
