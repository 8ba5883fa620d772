import type { Answer } from './answering.ts'
import { bookAnswers } from './answers/books.ts'
import { configurationAnswers } from './answers/configuration.ts'
import { contactAnswers } from './answers/contact.ts'
import { contributionAnswers } from './answers/contributions.ts'
import { cooperativeAnswers } from './answers/cooperatives.ts'
import { deductionAnswers } from './answers/deductions.ts'
import { governanceAnswers } from './answers/governance.ts'
import { interestAnswers } from './answers/interest.ts'
import { memberRequestAnswers } from './answers/member-requests.ts'
import { loanAnswers } from './answers/loans.ts'
import { memberAnswers } from './answers/members.ts'
import { nomineeAnswers } from './answers/nominees.ts'
import { moneyDashboardAnswers } from './answers/money-dashboard.ts'
import { notificationAnswers } from './answers/notifications.ts'
import { ownLoginAnswers } from './answers/own-login.ts'
import { platformAnswers } from './answers/platform.ts'
import { recordAnswers } from './answers/records.ts'
import { registerAnswers } from './answers/register.ts'
import { sessionAnswers } from './answers/sessions.ts'
import { setUpAnswers } from './answers/set-up.ts'
import { pledgeAnswers } from './answers/pledges.ts'
import { transactionAnswers } from './answers/transactions.ts'

/** Every endpoint that the demonstration answers; what it refuses stands in refused.ts. */
export const answers: readonly Answer[] = [
  ...sessionAnswers, ...cooperativeAnswers, ...memberAnswers, ...nomineeAnswers, ...registerAnswers, ...contributionAnswers, ...transactionAnswers, ...pledgeAnswers, ...loanAnswers, ...interestAnswers, ...memberRequestAnswers, ...configurationAnswers, ...setUpAnswers, ...bookAnswers, ...moneyDashboardAnswers, ...recordAnswers,
  ...deductionAnswers, ...governanceAnswers, ...notificationAnswers, ...contactAnswers, ...platformAnswers, ...ownLoginAnswers,
]
