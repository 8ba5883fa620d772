export const uploadedADocument = '{name} uploaded a document: {file}.'
export const ajoseSentence = 'Ajose: {sentence}'
export const yourAjoseAccount = '{name}: your Ajose account'
