/**
 * What a public page says of the product, and what shows that it is true: endpoints (`POST /payments`), pages of the app
 * (`/member/pay`) and tests (`e2e/votes.test.ts: 40 members vote secretly`, words of a title). What is planned names what
 * will show it. `tools/claims.test.ts` fails where a claim has nothing that shows it, and where what was planned is there.
 */
export type Claim = { says: string; shownBy: readonly [string, ...string[]]; isPlanned?: true }

const claim = (says: string, ...shownBy: readonly [string, ...string[]]): Claim => ({ says, shownBy })
const planned = (says: string, ...shownBy: readonly [string, ...string[]]): Claim => ({
  says,
  shownBy,
  isPlanned: true,
})

/*
 * SAMPLE CONTENT. The figures and testimonials are made up, and the pages say so. When real ones are here, remove
 * `illustrative` where they are, and the note goes with it.
 */

export const figures = {
  illustrative: true,
  lines: [
    { figure: '500+', of: 'cooperatives' },
    { figure: '50K+', of: 'members' },
    { figure: '₦2.5B', of: 'loans processed' },
    { figure: '99.9%', of: 'uptime' },
  ],
} as const

export const testimonials = {
  illustrative: true,
  quotes: [
    {
      words: 'We closed the year in two days. It used to take the treasurer six weeks and a box of receipts.',
      name: 'Folasadé Adéyẹmí',
      office: 'Treasurer',
      society: 'Ìrẹ̀pọ̀ Multipurpose',
    },
    {
      words: 'Members see their own balance on their phones. The arguments at our meetings have ended.',
      name: 'Chidiebere Nwosu',
      office: 'Secretary',
      society: 'Umuahia Traders',
    },
    {
      words: 'Who has paid and who has not is one page now. We call three people, not thirty.',
      name: 'Halima Ɗanjuma',
      office: 'President',
      society: 'Sabon Gari Women',
    },
    {
      words: 'I brought our register from Excel on a Saturday. On Monday we collected with it.',
      name: 'Ẹbùn Ọláníyan',
      office: 'Financial secretary',
      society: 'Ọ̀yọ́ Teachers',
    },
    {
      words: 'A wrong entry is reversed in the open. No one can say that the book was changed at night.',
      name: 'Ngozi Ọkafọr',
      office: 'Auditor',
      society: 'Enugu Civil Servants',
    },
    {
      words: 'The network in our hall is bad, and the pages still open before the next person is at the table.',
      name: 'Ibrahim Yusuf',
      office: 'Treasurer',
      society: 'Minna Farmers',
    },
  ],
} as const

export const promises = ['Free 30-day trial', 'No setup fees', 'No credit card required', 'Cancel anytime'] as const

export type Feature = {
  id: 'members' | 'loans' | 'analytics' | 'meetings' | 'portal' | 'payments'
  name: string
  also: string
  line: string
  points: readonly Claim[]
}

export const features: readonly Feature[] = [
  {
    id: 'members',
    name: 'Member management',
    also: 'Member hub',
    line: 'Every member, next of kin and nominee in one register. Import it from Excel and find anyone in seconds.',
    points: [
      claim(
        'Import your register from Excel or CSV, with your own column names',
        'e2e/messy-register.test.ts: a treasurer sees what is left out of a register',
        '/coop/member-management/import',
      ),
      claim('Search ignores tone marks: “olu” finds Olú', 'core/paging.test.ts: is what one typed without tone marks'),
      claim(
        'New members apply on their phones, and officers approve them',
        'e2e/join.test.ts: somebody applies on a phone',
        '/join/$code',
      ),
      claim(
        'Exits, deaths and transfers are settled in one step',
        'e2e/leaving.test.ts: a member who resigns is settled with in one press',
      ),
    ],
  },
  {
    id: 'loans',
    name: 'Smart loans',
    also: 'Loan automation',
    line: 'Apply, guarantee, approve and repay. Everyone sees the full schedule before they sign.',
    points: [
      claim(
        'Flat or reducing-balance interest, calculated to the kobo',
        'features/loans/loans/rules/product-schedule.test.ts: of flat interest comes to principal, rate and time in whole',
        'features/loans/loans/rules/loan-preview.test.ts: the dearer method costs more',
      ),
      claim(
        'Guarantors accept on their own phones, or sign on paper',
        'e2e/consents.test.ts: the guarantor accepts with the code on a phone, and another signs on paper',
      ),
      claim(
        'Loan limits follow what a member has saved',
        'e2e/loans.test.ts: a member is told why not and from when, saves more',
      ),
      claim(
        'Repayment by payroll, reminders by SMS, recovery from guarantors when a loan is overdue',
        'e2e/payroll.test.ts: a month of a society of 300, some with loans',
        'features/loans/reminders/server/reminders.test.ts: at 30 days the guarantors',
        'e2e/loans.test.ts: what is late is recovered from the borrower and their guarantors',
      ),
    ],
  },
  {
    id: 'analytics',
    name: 'Financial analytics',
    also: 'Figures you can follow',
    line: 'Savings, shares and arrears month by month, and a trial balance that agrees to the kobo.',
    points: [
      claim('Every figure opens the entries behind it', 'e2e/reports.test.ts: lead from each row to what is behind it'),
      claim('Expected, paid and outstanding contributions for each month', '/coop/financial-operations/contributions'),
      claim(
        'Trial balance, income statement and balance sheet for any date',
        'GET /financial/reports/trial-balance',
        'GET /financial/reports/income-statement',
        'GET /financial/reports/balance-sheet',
      ),
      claim(
        'Year end, appropriation and dividends, with a papers pack for the auditor',
        'e2e/surplus.test.ts: a society of 40 closes its year',
        'e2e/audit.test.ts: the auditor takes the pack',
      ),
    ],
  },
  {
    id: 'meetings',
    name: 'Meeting management',
    also: 'Agenda to resolution',
    line: 'Agenda, attendance, minutes, votes and elections, next to the money they decide about.',
    points: [
      claim('One notice to all members', 'e2e/notices.test.ts: officers plan a meeting and send its notice'),
      claim(
        'Attendance counted against the quorum as people arrive',
        'features/governance/meetings/server/governance.test.ts: attendance is counted live against the quorum',
      ),
      claim(
        'Secret ballots that each voter can check',
        'e2e/votes.test.ts: 40 members vote secretly',
        'e2e/elections.test.ts: members elect a treasurer',
      ),
      claim(
        'Adopted minutes can no longer be changed',
        'features/governance/meetings/server/governance.test.ts: minutes are written, read by members, adopted, and then stay',
      ),
    ],
  },
  {
    id: 'portal',
    name: 'Member portal',
    also: 'Your passbook on your phone',
    line: "Members see the treasurer's own figures on their phones, so no one has to ask for a balance.",
    points: [
      claim(
        'Savings, loans and transactions that only that member can see',
        'e2e/portal.test.ts: each figure of the dashboard leads to the page where it is again',
        'app/server/access.test.ts: who may call what',
      ),
      claim('One login for every society you belong to', 'e2e/portal.test.ts: one phone in two societies'),
      claim(
        'Hide your balances with one tap',
        'e2e/portal.test.ts: each figure of the dashboard leads to the page where it is again',
      ),
      claim(
        'Withdrawals, loan applications and changes of details requested from the phone',
        'e2e/finance.test.ts: a member asks for their money on a phone',
        'e2e/requests.test.ts: a member asks on their phone',
      ),
    ],
  },
  {
    id: 'payments',
    name: 'Payment gateway',
    also: 'Paid and recorded',
    line: 'Card payments and transfers go to the right member and are recorded for you.',
    points: [
      claim(
        'Members pay by card or transfer through Paystack, Monnify or Flutterwave',
        'e2e/online-payments.test.ts: a member pays ₦15,000 online',
        'features/payments/online-payments/server/other-providers.test.ts: each payment is posted once',
      ),
      claim(
        'An account number for each member',
        'e2e/online-payments.test.ts: a member sends a transfer to an account number of their own',
      ),
      claim(
        'No payment is recorded twice',
        'features/payments/online-payments/server/online-payments.test.ts: whatever number of times, in whatever order',
      ),
      claim(
        'Your bank statement matched to the books',
        'e2e/reconciliation.test.ts: a bank statement is read, matched',
      ),
    ],
  },
]

export const steps = [
  { name: 'Create account', line: 'Register the cooperative with its name and phone number.' },
  { name: 'Add members', line: 'Type them in, or import your Excel register.' },
  { name: 'Start managing', line: "Record this month's contributions. Members see them at once." },
] as const

export const questions: readonly { ask: string; answer: Claim }[] = [
  {
    ask: 'What does it cost after 30 days?',
    answer: claim(
      'Nothing is charged automatically: we never ask for a card. Before the trial ends we write to you with the price for a society of your size, and you decide. Cancel anytime.',
      'features/platform-admin/overview/server/update-plan.test.ts: the trial begins at the first approval, lasts 30 days',
    ),
  },
  {
    ask: 'We keep our books in Excel. Must we type everything again?',
    answer: claim(
      'No. Choose the file, match its columns, correct the rows that are marked, and your register is there. Monthly contributions, payroll returns, bank statements and opening balances are imported the same way.',
      'e2e/messy-register.test.ts: a treasurer sees what is left out of a register and of a month of contributions',
      'e2e/payroll.test.ts: a return with a line for each element',
      'e2e/reconciliation.test.ts: a treasurer sees each kind of file before it is stored',
      'e2e/opening-balances.test.ts: a workbook of the old books is read',
    ),
  },
  {
    ask: 'How long does it take to begin?',
    answer: claim(
      'Setup takes under 5 minutes. We then check the papers of your society, which typically takes 1-3 business days. Until then you can complete your profile and send documents; members, money and messages open once you are verified.',
      'e2e/accounts.test.ts: a cooperative that waits knows what for, sends its paper',
      'e2e/set-up.test.ts: a treasurer sets a new society up on a phone',
    ),
  },
  {
    ask: 'Can an officer change the books without anyone knowing?',
    answer: claim(
      'No. A posted entry is never changed or deleted. A mistake is reversed by a second entry, and both show who made them and when. From an amount that your society sets, a second officer must approve.',
      'platform/ledger/locks.test.ts: not even a superuser changes or removes a posting',
      'e2e/finance.test.ts: an officer records a deposit and a withdrawal, and reverses one',
      'dev/attacks/one-officer-alone.test.ts: gets no money out by',
    ),
  },
  {
    ask: 'Can another society see our figures?',
    answer: claim(
      "No. The database itself refuses to show one society another society's records, whatever the program asks for.",
      'platform/ledger/locks.test.ts: an officer sees their own cooperative only, whatever the query asks',
    ),
  },
  {
    ask: 'Does it work on a small phone with a poor network?',
    answer: claim(
      'Yes. Pages are made for small screens and slow networks, and Ajose installs like an app. Payments collected without a network are recorded when the phone is online again.',
      'e2e/screens.test.ts: on a phone, every ninth on a laptop too,',
      'e2e/installed.test.ts: the installed app',
      'e2e/collection.test.ts: the market without a network',
    ),
  },
]

export const integrations: readonly { name: string; line: Claim }[] = [
  {
    name: 'Excel and CSV',
    line: claim(
      'Registers, monthly contributions and opening balances are imported from Excel and CSV files, with your own column names.',
      'e2e/messy-register.test.ts: a treasurer sees what is left out of a register and of a month of contributions',
      'e2e/opening-balances.test.ts: a workbook of the old books is read',
    ),
  },
  {
    name: 'Payroll files',
    line: claim(
      "Deduction schedules go out and payroll returns come back in the employer's own columns.",
      'e2e/payroll.test.ts: out, back with twelve differences',
    ),
  },
  {
    name: 'Bank statements',
    line: claim(
      "Your bank's file (Excel, CSV, OFX, QIF, MT940 or CAMT.053) is matched to the books line by line.",
      'e2e/reconciliation.test.ts: a treasurer sees each kind of file before it is stored',
      'features/accounting/reconciliation/server/statement-layouts.test.ts: a statement is read as the bank gives it',
    ),
  },
  {
    name: 'Card payment',
    line: claim(
      'Members pay contributions and instalments by card through Paystack, Monnify or Flutterwave.',
      'e2e/online-payments.test.ts: a member pays ₦15,000 online',
      'features/payments/online-payments/server/other-providers.test.ts: each payment is posted once',
    ),
  },
  {
    name: 'Bank transfer',
    line: claim(
      'An account number for each member, so that a transfer is recorded for the right person. Withdrawals are paid out in batches.',
      'e2e/online-payments.test.ts: a member sends a transfer to an account number of their own',
      'e2e/payouts.test.ts: a batch of five withdrawals is sent by Paystack',
    ),
  },
  {
    name: 'SMS and email',
    line: claim(
      "Codes, notices and receipts are sent through Termii or Africa's Talking and by email.",
      'e2e/messages.test.ts: an officer sees why an SMS failed, sends it again',
      "platform/messages/sms.test.ts: Africa's Talking",
    ),
  },
  {
    name: 'WhatsApp',
    line: claim(
      'Members who prefer it get their messages on WhatsApp.',
      'platform/messages/whatsapp.test.ts: a receipt leaves as a template',
    ),
  },
  {
    name: 'Receipts, reports and letters',
    line: claim(
      'Receipts, statements, slips and reports as PDF, Excel or CSV.',
      'e2e/books.test.ts: a report is downloaded as Excel, CSV and PDF',
      'e2e/statement.test.ts: a posted movement has its receipt',
    ),
  },
  {
    name: 'Open API and webhooks',
    line: claim(
      'With an API key your own programs read records and record money, within the rights that you give it, and webhooks tell them of each posting. The description is at /api/docs.',
      'e2e/integrations.test.ts: an administrator makes a key',
    ),
  },
  {
    name: 'Identity login',
    line: claim(
      "Sign in with your organisation's identity provider (OpenID Connect).",
      'e2e/accounts.test.ts: is linked after the own login, then signs in alone',
    ),
  },
  {
    name: 'USSD for any phone',
    line: planned('Balance, dues and guarantees by a short code, for members without a smartphone.', 'POST /ussd'),
  },
]

/** What a notebook, Excel and Ajose do in the same moment. */
export const comparison: readonly [when: string, notebook: string, excel: string, ajose: Claim][] = [
  [
    'A member asks for their balance',
    'Turn pages, add by hand',
    'Wait for the officer with the file',
    claim('On their phone', '/member/dashboard'),
  ],
  [
    'A figure was typed wrongly',
    'Correction fluid',
    'Overwritten, no one knows',
    claim(
      'Reversed, both entries stay',
      'e2e/finance.test.ts: an officer records a deposit and a withdrawal, and reverses one',
    ),
  ],
  [
    'Do the books balance?',
    'Known at year end',
    'If no formula is broken',
    claim(
      'Always, or nothing is posted',
      'platform/ledger/locks.test.ts: the database keeps its promises without the server',
    ),
  ],
  [
    'The officer leaves',
    'So may the notebook',
    'So may the laptop',
    claim('The next one logs in', 'e2e/elections.test.ts: the new one takes office and the old one is out'),
  ],
  [
    'Two people work at once',
    'No',
    'Two versions of one file',
    claim('Yes, on the same figures', 'e2e/live.test.ts: an officer’s list follows another officer'),
  ],
  [
    'Fire, theft, a broken disk',
    'Gone',
    'Gone without a copy',
    claim('Restored from the backup', 'tools/restore-drill.test.ts: comes back as it was at a moment before'),
  ],
  [
    'Without a network',
    'Yes',
    'Yes',
    claim('Collections are recorded later', 'e2e/collection.test.ts: the market without a network'),
  ],
]

export const witnesses: readonly [name: string, line: Claim][] = [
  [
    'Nothing is deleted',
    claim(
      'A posted entry is never changed. A mistake is reversed by a second entry that shows who, when and why.',
      'platform/ledger/locks.test.ts: not even a superuser changes or removes a posting',
    ),
  ],
  [
    'Two officers for large amounts',
    claim(
      'From an amount that your society sets, a second officer approves before money moves.',
      'dev/attacks/one-officer-alone.test.ts: gets no loan out that they recorded',
      'e2e/transactions.test.ts: what the settings let wait is approved from the list',
    ),
  ],
  [
    'Your society only',
    claim(
      "The database itself refuses to show one society another society's records.",
      'platform/ledger/locks.test.ts: an officer sees their own cooperative only, whatever the query asks',
    ),
  ],
  [
    'Numbered and sealed',
    claim(
      'Each entry carries a fingerprint of the one before it, so a missing or altered entry is found.',
      'platform/ledger/proof.test.ts: the proof of the books',
    ),
  ],
]

export const badges: readonly Claim[] = [
  claim('Exact to the kobo', 'platform/ledger/model.test.ts: the ledger against a model of it'),
  claim(
    'NDPA 2023 rights',
    'e2e/statement.test.ts: a member agrees to the notice, takes their data home and is erased',
  ),
  claim('Two-step login', 'e2e/second-factor.test.ts: a member turns two-step verification on'),
  claim(
    'Encrypted backups',
    'platform/backup/start-backups.test.ts: a server with a place for backups makes one by itself',
  ),
  claim('No trackers, no adverts', 'e2e/site.test.ts: every page is packed, carries its one style by hash'),
  claim(
    'Made for slow networks',
    'e2e/site.test.ts: every page is packed, carries its one style by hash, and is as light as promised',
  ),
]

/** The page on security, part by part. */
export const security: readonly { id: string; title: string; claims: readonly Claim[] }[] = [
  {
    id: 'books',
    title: 'Books that can’t be changed in secret',
    claims: [
      claim(
        'Every movement of money is a double entry. The database refuses one that does not balance.',
        'platform/ledger/locks.test.ts: the database keeps its promises without the server',
      ),
      claim(
        'A posted entry is never changed or deleted. A mistake is reversed by a second entry.',
        'platform/ledger/locks.test.ts: not even a superuser changes or removes a posting',
      ),
      claim(
        'Entries are numbered without gaps, and each carries a fingerprint of the one before it, so a missing or altered entry is found.',
        'platform/ledger/proof.test.ts: the proof of the books',
      ),
      claim(
        'Every day the server signs how the books of each society end, and once a week its admins and auditors get that by email, so that books rewritten as a whole are found too.',
        'tools/verify-anchor.test.ts: an amount that was changed with the whole chain computed again is found by the anchor alone',
      ),
      claim('Amounts are stored in whole kobo.', 'platform/ledger/model.test.ts: the ledger against a model of it'),
      claim(
        'A payment sent twice, because the network was slow, is recorded once.',
        'e2e/lost-replies.test.ts: a remittance whose reply is lost is recorded once',
      ),
      claim(
        'Who did what and when is in an audit trail that is sealed as well.',
        'dev/attacks/audit-trail.test.ts: every event has its seal, numbered without a gap',
      ),
    ],
  },
  {
    id: 'two-people',
    title: 'Two people for large amounts',
    claims: [
      claim(
        'Loans, withdrawals, reversals, expenses and changes of settings need a second officer, from an amount that your society sets.',
        'e2e/overview.test.ts: approvals are set in a table of action, number and amount',
        'e2e/change-requests.test.ts: a change of the approval rules is sent for approval',
      ),
      claim(
        'Where a second officer can log in, no one approves what they recorded.',
        'dev/attacks/one-officer-alone.test.ts: gets no loan out that they recorded',
        'dev/attacks/own-account.test.ts: what they pay in at the counter waits for another officer',
      ),
      claim(
        'An officer who pays out confirms with their password or code first.',
        'e2e/second-factor.test.ts: an officer pays out, confirms that it is them',
      ),
      claim(
        'The rights of an office end with its last day, and so do the API keys and webhooks that an admin set up.',
        'features/members/members/server/offices.test.ts: from the day after its last an office opens nothing',
        'dev/attacks/after-an-office.test.ts: an admin who set up a webhook and a key',
      ),
    ],
  },
  {
    id: 'walls',
    title: 'Each society sees only its own records',
    claims: [
      claim(
        "Each society's records are locked to it in the database (row-level security). A mistake in the program above can't show them to another society, because the database refuses.",
        'platform/ledger/locks.test.ts: an officer sees their own cooperative only, whatever the query asks',
      ),
      claim(
        "A member's login reaches that member's records only.",
        'platform/ledger/locks.test.ts: a member session posts nothing',
      ),
      claim(
        'Automatic tests call every part of the system as a stranger, as another society and as another member.',
        'app/server/access.test.ts: who may call what',
      ),
      claim(
        'Our support sees your records only after an admin of yours allows it, for a limited time, and every page is logged.',
        'e2e/support-access.test.ts: support asks to look, an admin allows it and sees what was looked at',
      ),
    ],
  },
  {
    id: 'logins',
    title: 'Logins',
    claims: [
      claim(
        'Passwords are stored as Argon2id hashes. No one at Ajose can read your password, or will ask you for it.',
        'platform/credentials/passwords.test.ts: passwords are hashed with argon2id',
      ),
      claim(
        'Two-step login with an authenticator app or a passkey, for officers and members.',
        'e2e/second-factor.test.ts: a member turns two-step verification on',
        'features/access/login/server/passkeys.test.ts: a login with a passkey',
      ),
      claim(
        'Members choose their own password, with a code that comes by SMS or on a slip from their officers.',
        'e2e/month.test.ts: the first day and a month',
        'features/access/login/server/reset-password.test.ts: belongs to its own phone',
      ),
      claim(
        'A session is renewed every 15 minutes with a token that works once. A stolen token that is used again ends the session.',
        'features/access/login/server/refresh-session.test.ts: an access token expires after a quarter of an hour',
        'features/access/login/server/refresh-session.test.ts: a spent token that comes back after ten seconds ends the session',
      ),
      claim(
        'After 5 wrong passwords within 15 minutes strangers must wait. A device that you have used before is not locked out with them.',
        'features/access/login/server/check-password.test.ts: a browser that logged in before gets in while strangers are locked out',
      ),
      claim(
        'A page that is open for 30 minutes without activity logs you out.',
        'e2e/session.test.ts: half an hour without a sign of life ends the session',
      ),
      claim(
        'You see every device that is logged in, and can end one or all of them.',
        'e2e/accounts.test.ts: a session elsewhere is listed with its device and ended at once, one or all',
      ),
    ],
  },
  {
    id: 'encryption',
    title: 'Encryption',
    claims: [
      claim(
        'Between your browser and the service: HTTPS, which the operator of an installation sets up before it opens to the public. Look for it in the address bar.',
        'tools/front-servers.test.ts: the fronts offer TLS 1.2 and 1.3 and nothing older',
      ),
      claim(
        'On the disk: by the operator’s hosting. Keys, codes and the texts of messages are also encrypted one by one. We do not claim that of every field in the database.',
        'features/access/messages/server/messages.test.ts: what every try failed for keeps its text sealed too',
        'platform/credentials/authenticator.test.ts: a sealed key opens with this server’s secret',
      ),
      claim(
        'In the browser: a strict content security policy. No script from elsewhere runs on our pages, and nothing is loaded from other companies.',
        'e2e/site.test.ts: breaks no rule of its own',
      ),
    ],
  },
  {
    id: 'backups',
    title: 'Backups',
    claims: [
      claim(
        'What we confirm as saved is on the disk before the answer is sent, and survives a crash.',
        'app/server/crash.test.ts: kill -9 under posting load',
      ),
      claim(
        'An installation with a place for backups makes one every day and stores every change within a minute, encrypted with a key that only its operator has.',
        'platform/backup/start-backups.test.ts: a server with a place for backups makes one by itself',
      ),
      claim(
        'Any moment of the last 14 days can be restored. A backup file that was changed, cut short or removed is found before anything is restored.',
        'tools/restore-drill.test.ts: comes back as it was at a moment before',
        'tools/restore-drill.test.ts: a file that was changed, cut, exchanged or removed is named',
      ),
      claim(
        'Every society can download all its records at any time, in open formats.',
        'features/society/exports/server/exports.test.ts: an export of everything',
      ),
    ],
  },
]
