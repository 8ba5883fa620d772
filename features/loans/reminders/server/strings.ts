export const todaysLoanRemindersWentWithout =
  "Today's loan reminders went without SMS: they take {wanted}, and of the {max} for this month {left} are left. Raise the limit to send them by SMS again."
export const yourLoan = 'Your loan'
