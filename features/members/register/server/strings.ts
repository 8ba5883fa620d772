export const aMessageFromYourCooperative = 'A message from your cooperative'
