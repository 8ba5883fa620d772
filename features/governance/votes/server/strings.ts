export const aVoteIsOpen = 'A vote is open'
export const theVoteWasCancelled =
  'The vote “{wording}” was cancelled. Reason: {reason} No ballot was counted, and all of them were destroyed.'
export const cancelTheVote = 'Cancel the vote “{wording}” and destroy its ballots. Reason: {reason}'
