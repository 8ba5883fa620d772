import type { MemberRole, CooperativeStatus, Role } from '#domain/actor.ts'
import type { Day, Period } from '#domain/calendar.ts'
import type { Settings } from '#domain/society/configuration/settings.ts'
import type { AccountTypeKind } from '#domain/books/ledger/account-kinds.ts'
import type { InterestSaid } from '#domain/society/configuration/account-type.ts'
import type { Plan } from '#domain/platform/cooperatives/plan.ts'
import type { MeetingKind, MeetingStatus } from '#domain/governance/governance/meeting.ts'
import type {
  AccountTypeId, AnnouncementId, AuditEventId, ConfigurationChangeId, ContactMessageId, CooperativeId, EntryId, LoanConfigurationId, LoanId, LoginId, MeetingId, MemberId, NotificationId, PledgeId, TransactionId,
} from '#domain/ids.ts'
import type { LoanRules } from '#domain/lending/loans/loan-terms.ts'
import type { InterestMethod, LoanStatus } from '#domain/lending/loans/loan.ts'
import type { Kobo } from '#domain/money.ts'
import type { PledgePurpose } from '#domain/money/pledges/pledge.ts'
import type { MovementType } from '#domain/money/transactions/movement-types.ts'
import type { NotificationType } from '#domain/access/notifications/notification.ts'
import type { AuditAction } from '#domain/access/platform-audit/audit-action.ts'
import type { FieldChange } from '#domain/access/audit-trail/field-change.ts'

export type Kin = { name: string; phone: string; relationship: string; address: string; email: string }
export type Nominee = Kin & { inheritsPortfolio: boolean; sharePercentage: number }

type Line = { id: string; date: Day; amount: number; description: string; balance: number }

/** A member's money as the specification's sample records show it, in naira; made anew from the movements at each change. */
export type Portfolios = {
  Savings: { balance: number; totalContributions: number; totalWithdrawals: number; transactions: (Line & { type: 'Deposit' | 'Withdrawal' })[] }
  Shares: {
    balance: number
    totalContributions: number
    totalWithdrawals: number
    shareUnits: number
    pricePerShare: number
    transactions: (Line & { type: 'Purchase' | 'Withdrawal'; units: number; pricePerShare: number })[]
  }
  Loans: { totalBorrowed: number; totalRepaid: number; outstandingBalance: number; activeLoans: ActiveLoan[]; completedLoans: CompletedLoan[] }
}

export type ActiveLoan = {
  id: string
  amount: number
  balance: number
  interestRate: number
  term: number
  monthlyPayment: number
  startDate: Day
  dueDate: Day
  status: 'Active'
  purpose: string
  collateral: string
  guarantors: { name: string; phone: string; relationship: string }[]
  repaymentHistory: { id: string; date: Day; amount: number; principal: number; interest: number; balance: number; status: 'Paid' }[]
}

export type CompletedLoan = { id: string; amount: number; totalRepaid: number; interestRate: number; term: number; startDate: Day; completedDate: Day; status: 'Completed'; purpose: string }

/** Somebody of the users list, with every field that the specification gives a sample record. Amounts in naira. */
export type User = {
  id: number
  role: Role
  email: string
  /** Empty where a member has none. */
  phone: string
  otherPhone?: string
  /** The phone is another member's login. */
  sharesPhone?: boolean
  name: string
  firstName: string
  lastName: string
  address: string
  dob: Day | null
  joinDate: Day
  status: 'Active' | 'Inactive'
  loanStatus: 'Active' | 'Completed' | 'None'
  paymentStatus: 'Current' | 'Behind'
  image: string | null
  membershipId: string
  employmentStatus: string
  maritalStatus: string
  gender: string
  occupation: string
  employer: string
  currentCoopPlan: number
  cooperativeId: CooperativeId | null
  token: string
  password: string
  nextOfKin: Kin | null
  nominee: Nominee | null
  secondaryNominee: Nominee | null
  useNokAsNominee: boolean
  roles: MemberRole[]
  /** The last day of an office; stored worlds of before have none. */
  officeEndsOn?: Day | null
  lastLogin: string | null
  /** What stood on the account at the end of each of the last 12 months: a member's savings, an officer's whole society's. */
  coopPerformanceData: { labels: string[]; data: number[] }
  portfolios: Portfolios
}

export type Decision = { decision: 'approved' | 'rejected' | 'reversed'; by: string; at: string; reason: string | null; entryNumber: number | null }

export type Movement = {
  id: TransactionId
  type: 'contribution' | MovementType
  status: 'pending' | 'approved' | 'rejected' | 'reversed'
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  direction: 'in' | 'out'
  occurredOn: Day
  period: Period | null
  description: string
  entryId: EntryId | null
  entryNumber: number | null
  /** The day of the entry that undid it. */
  reversedOn: Day | null
  /** The number of the account on the other side; cash in hand where none stands here, and null on the second half of a transfer. */
  otherCode?: string | null
  /** The same on both movements of a transfer. */
  pairId?: TransactionId
  receiptNumber?: string
  /** Who made what waits for approval, and how many approvals it needs. */
  made?: { by: LoginId; asOfficer: boolean; needed: number }
  approvals?: { by: string; id: LoginId; at: string; alone: boolean }[]
  recordedBy: string
  createdAt: string
  decisions: Decision[]
}

export type Repayment = { number: number; on: Day; amount: Kobo; principal: Kobo; interest: Kobo; balance: Kobo }

export type Loan = {
  id: LoanId
  status: LoanStatus
  memberId: MemberId
  loanConfigId: LoanConfigurationId
  principal: Kobo
  instalments: number
  interestMethod: InterestMethod
  annualRatePercent: number
  purpose: string | null
  collateral: string | null
  guarantors: { memberId: MemberId; relationship: string }[]
  recordedBy: string
  submittedAt: string
  decisions: (Omit<Decision, 'decision'> & { decision: Decision['decision'] | 'withdrawn' })[]
  /** Where those who decided said that it stands in the minutes. */
  minutes?: { decision: 'approved' | 'rejected'; by: string; at: string; meetingId: MeetingId | null; minute: string | null }[]
  /** Where it was paid out: from when, at how much a month, and what came back so far. */
  running: { startDate: Day; dueDate: Day; monthlyPayment: Kobo; repayments: Repayment[]; completedDate: Day | null } | null
}

export type AccountType = { id: AccountTypeId; code: string; name: string; kind: AccountTypeKind; controlCode: string; isDefault: boolean; retired: boolean; releaseOn: Day | null; earlyRelease: boolean } & InterestSaid

export type Pledge = {
  id: PledgeId
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  purpose: PledgePurpose
  reason: string
  placedBy: string
  placedAt: string
  released: { by: string; at: string; reason: string } | null
}

export type LoanConfiguration = {
  id: LoanConfigurationId
  name: string
  interestMethod: InterestMethod
  annualRatePercent: number
  instalmentsMax: number
  savingsMultiple: number
  isDefault: boolean
  retired: boolean
} & Omit<LoanRules, 'yearSteps' | 'approvalSteps'> & { yearSteps: { years: number; multiple: number }[]; approvalSteps: { from: Kobo; approvals: number }[] }

export type Meeting = {
  id: MeetingId
  kind: MeetingKind
  title: string
  date: Day
  time: string
  place: string
  agenda: string[]
  status: MeetingStatus
  quorum: number | null
  present: MemberId[]
  noticed: MemberId[]
  noticeSentAt: string | null
  noticeOutdated: boolean
  minutes: string | null
  minutesBy: string | null
  minutesAt: string | null
  adoptedBy: string | null
  adoptedAt: string | null
  cancelledReason: string | null
  resolutions: { text: string; for: number | null; against: number | null; abstain: number | null }[]
}

/** One notification of one reader: a member, a society's officers as a body, or the platform. */
export type Notice = { id: NotificationId; to: MemberId | 'officers' | 'platform'; type: NotificationType; message: string; link: string | null; createdAt: string; read: boolean; hidden: boolean }

export type Announcement = { id: AnnouncementId; type: NotificationType; message: string; recipients: number; sentBy: string; createdAt: string }

export type Change = { id: ConfigurationChangeId; kind: 'settings' | 'account_type' | 'loan_configuration'; subjectName: string; changes: FieldChange[]; changedBy: string; changedAt: string }

type Reminders = { remindDaysBefore: number; remindOverdue: boolean; remindBySms: boolean; remindByEmail: boolean }

export type Society = {
  id: CooperativeId
  coopId: string
  name: string
  phone: string
  email: string | null
  address: string | null
  registrationNumber: string | null
  status: CooperativeStatus
  statusReason: string | null
  plan: Plan
  trialEndsOn: Day | null
  /** Its picture as text, and what its address changes with. */
  logo: { version: string; picture: string } | null
  createdAt: string
  booksBeginOn: Day
  settings: Settings
  /** Where they were changed; nobody is reminded here. */
  reminders?: Reminders
  accountTypes: AccountType[]
  loanConfigurations: LoanConfiguration[]
  changes: Change[]
  /** What each member undertook to pay a month, and from when. */
  plans: { memberId: MemberId; from: Period; monthly: Kobo }[]
  movements: Movement[]
  pledges: Pledge[]
  loans: Loan[]
  meetings: Meeting[]
  notices: Notice[]
  announcements: Announcement[]
  lastEntry: number
  lastMember: number
}

export type ContactMessage = { id: ContactMessageId; number: string; name: string; email: string; subject: string; message: string; status: 'open' | 'answered'; note: string | null; createdAt: string; answeredAt: string | null }

type Facts = Record<string, string | number | boolean | null>

/** One act of the super administrator. */
export type AuditEvent = {
  id: AuditEventId
  at: string
  loginId: LoginId
  actorName: string
  action: AuditAction
  cooperativeId: CooperativeId | null
  /** What it was called then: one that was deleted keeps its name here. */
  cooperativeName: string | null
  before: Facts
  after: Facts
  reason: string | null
}

/** All that the demonstration knows. */
export type World = { users: User[]; societies: Society[]; platformNotices: Notice[]; contactMessages: ContactMessage[]; auditEvents: AuditEvent[] }

const kinds = { user: 1, cooperative: 2, account_type: 3, loan_configuration: 4, login: 5, meeting: 6, notice: 7, movement: 8, loan: 9, message: 0 } as const

/** The identifier of a sample record: the same in every browser, so that an address that was passed on still works. */
export function sampleId<Id extends string>(kind: keyof typeof kinds, number: number): Id {
  return `0000000${kinds[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}` as Id
}

export function memberIdOf(user: { id: number }): MemberId {
  return sampleId<MemberId>('user', user.id)
}
