export const theHandOverOfThe =
  'The hand-over of the goods of your {loanConfig} loan was recorded by mistake and undone: {reason}'
export const goodsHandedOver =
  "The goods of your {loanConfig} loan were handed over on {day}. If you don't have them, tell an officer."
export const goodsHandedOverTo =
  "The goods of your {loanConfig} loan were handed over on {day} to {receivedBy}. If you don't have them, tell an officer."
