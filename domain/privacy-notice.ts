/** What a member is shown before they set their first password; a new wording gets a new version, and each version is kept as it was agreed to. */
export const noticeVersion = '2026-11'

export const notice: readonly { title: string; text: string }[] = [
  {
    title: 'What is kept',
    text: 'Your name, phone, address, date of birth, next of kin and nominee, your savings, shares, contributions and loans, and when and on which device you logged in.',
  },
  {
    title: 'Why',
    text: 'Cooperative law asks your society for a register and books. The rest is kept to show you your money, to reach you, and to keep others out of your account.',
  },
  {
    title: 'Who sees it',
    text: 'You, and the officers of your society. Other members see your name where you guarantee each other’s loans. No one sells it, and no advertiser gets it.',
  },
  {
    title: 'Your rights',
    text: 'In your settings you can download all that is stored about you and ask your society to erase what the law does not make it keep.',
  },
]

/** How an officer can answer who can't be erased yet. */
export const erasureRefusals = [
  'There is still money on your accounts. Withdraw or transfer it first.',
  'A loan of yours is not settled. Settle it first.',
  'Your savings are pledged for a loan of another member. Wait until it is settled, or ask the officers to replace you as guarantor.',
  'The law makes the society keep these records for some years yet. Ask again when they have passed.',
] as const

export const erasureStatuses = ['pending', 'refused', 'carried_out'] as const
