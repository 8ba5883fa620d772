export const aVoteIsOpen = 'A vote is open'
