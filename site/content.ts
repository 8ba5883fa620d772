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
  points: readonly string[]
  /** What is not in the product yet says so wherever it is advertised. */
  isPlanned?: true
}

export const features: readonly Feature[] = [
  {
    id: 'members',
    name: 'Member management',
    also: 'Member hub',
    line: 'Every member, next of kin and nominee in one register. Bring it from Excel and find anybody in a second.',
    points: [
      'Bring the register from Excel or CSV, whatever its columns are called',
      'Search forgives tone marks: “olu” finds Olú',
      'Each member has a number, a history and a slip to open the portal',
    ],
  },
  {
    id: 'loans',
    name: 'Smart loans',
    also: 'Loan automation',
    line: 'Apply, guarantee, approve and repay. The schedule does the arithmetic before anybody signs.',
    points: [
      'Flat or reducing interest, worked out to the kobo',
      'Guarantors answer on their own phones',
      'Limits follow what a member has saved',
    ],
  },
  {
    id: 'analytics',
    name: 'Financial analytics',
    also: 'Figures you can follow',
    line: 'Savings, shares and arrears month by month, and a trial balance that agrees to the kobo.',
    points: [
      'Every figure leads to the entries behind it',
      'Expected, paid and outstanding for each month',
      'Trial balance, income and balance sheet for any day that you choose',
    ],
  },
  {
    id: 'meetings',
    name: 'Meeting management',
    also: 'Agenda to resolution',
    line: 'Agenda, attendance, minutes and resolutions, kept beside the money that they decided about.',
    points: [
      'Notices to all members in one step',
      'Attendance and quorum at a glance',
      'Adopted minutes stay as they are',
    ],
  },
  {
    id: 'portal',
    name: 'Member portal',
    also: 'Your book in your pocket',
    line: "Members see the treasurer's own figures on their phone, so no one has to ask what the book says.",
    points: [
      'Savings, contributions and transactions, seen by the member alone',
      'One login for all the societies that a person belongs to',
      'Balances hide with one tap, for busy buses',
    ],
  },
  {
    id: 'payments',
    name: 'Payment gateway',
    also: 'Paid and posted',
    line: 'Transfers and card payments matched to the right member and posted for you.',
    points: ['An account number for each member', 'No payment posted twice', 'Bank statement and books side by side'],
    isPlanned: true,
  },
]

export const steps = [
  { name: 'Create account', line: 'Register the cooperative with its name and phone number.' },
  { name: 'Add members', line: 'Type them in, or bring your Excel register and match its columns.' },
  { name: 'Start managing', line: "Record this month's contributions and let members see them." },
] as const

export const questions = [
  {
    ask: 'What does it cost after 30 days?',
    answer:
      'Nothing is charged by itself, because we never asked for a card. Before the trial ends we write to you with the price for a society of your size, and you decide. Cancel anytime.',
  },
  {
    ask: 'We keep our books in Excel. Must we type everything again?',
    answer:
      'No. Choose the file, say which column is which, correct the rows that are marked, and the register is there. Contributions of a month come in the same way.',
  },
  {
    ask: 'How long does it take to begin?',
    answer:
      'Setting up takes under 5 minutes. We then check the papers of your society, which typically takes 1-3 business days. Until then you can update your profile and send documents; members, money and messages begin when you are verified.',
  },
  {
    ask: 'Can an officer change the books quietly?',
    answer:
      'No. An entry that is posted is never changed or deleted; a mistake is reversed by a second entry, and both show who made them and when.',
  },
  {
    ask: 'Can another society see our figures?',
    answer:
      'No. The database itself refuses to show one society the rows of another, whatever the program above it asks for.',
  },
  {
    ask: 'Does it work on a small phone?',
    answer: 'Yes. Pages are made for slow networks and small screens, and it can be installed like an app.',
  },
] as const

/** `today` only what the product does now. */
export const integrations = [
  {
    name: 'Excel and CSV',
    line: 'Registers and monthly contributions come in from .xlsx and .csv files, with your own column names.',
    isToday: true,
  },
  {
    name: 'Payroll files',
    line: "Deduction schedules leave, and returns come back, in the employer's own columns.",
    isToday: true,
  },
  {
    name: 'Bank statements',
    line: "The bank's file, CSV or Excel, is matched with the books line by line.",
    isToday: true,
  },
  {
    name: 'Paper and PDF',
    line: 'Activation slips, receipts, statements and reports are printed, or kept as PDF.',
    isToday: true,
  },
  {
    name: 'Calls from the register',
    line: "Tap a member's phone number to call, or to open a chat in WhatsApp.",
    isToday: true,
  },
  {
    name: 'Open API',
    line: 'Everything that the screens do can be done by a program; the description is at /api/docs.',
    isToday: true,
  },
  {
    name: 'SMS and email',
    line: "Codes and notices leave by your mail server, and by Termii or Africa's Talking, once they are set.",
    isToday: true,
  },
  {
    name: 'Bank transfer',
    line: 'An account number for each member, so that a transfer finds its own place in the books.',
    isToday: false,
  },
  { name: 'Card payment', line: 'Contributions by card through a licensed Nigerian payment company.', isToday: false },
  {
    name: 'Identity login',
    line: 'Signing in with the identity provider of your organisation (OpenID Connect).',
    isToday: true,
  },
] as const
