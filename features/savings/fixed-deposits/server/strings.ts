export const yourFixedDepositOfRuns = 'Your fixed deposit {number} of {amount} runs until {maturesOn}.'
export const fixedDeposit = 'Fixed deposit {number}'
export const depositBroken = 'Your fixed deposit {number} was broken: {principal} and no interest are on your savings.'
export const depositBrokenWithInterest =
  'Your fixed deposit {number} was broken: {principal} and {interest} of interest are on your savings.'
export const depositRenewed =
  'Your fixed deposit {number} has matured with {interest} of interest and was renewed: {principal} until {maturesOn}.'
export const depositMatured =
  'Your fixed deposit {number} has matured with {interest} of interest: {principal} and the interest are on your savings.'
export const backdatedDeposit =
  '{type} of {name}: {amount} from {openedOn} to {maturesOn} at {percent} % a year, with {interest} of interest'
