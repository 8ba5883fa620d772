export const noSmsProviderIsSet =
  'No SMS provider is set up on this server: messages are saved there and reach no phone.'
